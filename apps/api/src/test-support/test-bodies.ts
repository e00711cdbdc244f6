export const GOOD_PASSWORD = 'Round-Tables-For-8!';

export const passwordBody = (password = GOOD_PASSWORD) => ({ password, confirm_password: password });
