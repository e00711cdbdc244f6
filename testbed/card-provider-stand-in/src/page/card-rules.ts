/** Errors about a card while it is typed, with the texts of Stripe.js. */

export interface FieldError {
  type: 'validation_error';
  code: string;
  message: string;
}

export interface Brand {
  name: string;
  start: RegExp;
  lengths: number[];
  cvcLength: number;
}

const UNKNOWN: Brand = { name: 'unknown', start: /^/, lengths: [16], cvcLength: 3 };
const BRANDS: Brand[] = [
  { name: 'visa', start: /^4/, lengths: [16], cvcLength: 3 },
  { name: 'mastercard', start: /^(5[1-5]|2[2-7])/, lengths: [16], cvcLength: 3 },
  { name: 'amex', start: /^3[47]/, lengths: [15], cvcLength: 4 },
  { name: 'discover', start: /^6(011|5|4[4-9])/, lengths: [16], cvcLength: 3 },
  { name: 'diners', start: /^3(0[0-5]|[689])/, lengths: [14, 16], cvcLength: 3 },
  { name: 'jcb', start: /^35/, lengths: [16], cvcLength: 3 },
  { name: 'unionpay', start: /^62/, lengths: [16, 17, 18, 19], cvcLength: 3 },
];

export function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

export function brandOf(number: string): Brand {
  const digits = digitsOf(number);
  return (digits && BRANDS.find((brand) => brand.start.test(digits))) || UNKNOWN;
}

export function formatNumber(text: string): string {
  const brand = brandOf(text);
  const digits = digitsOf(text).slice(0, Math.max(...brand.lengths));
  const groups = brand.name === 'amex' ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?/ : undefined;
  if (groups) return digits.replace(groups, (_all, ...parts) => parts.slice(0, 3).filter(Boolean).join(' '));
  return digits.replace(/(\d{4})(?=\d)/g, '$1 ');
}

export function formatExpiry(text: string): string {
  let digits = digitsOf(text);
  // Shortens a year of four digits: "122028" becomes "1228".
  if (digits.length === 6 && digits.slice(2, 4) === '20') digits = digits.slice(0, 2) + digits.slice(4);
  if (/^[2-9]/.test(digits)) digits = `0${digits}`;
  digits = digits.slice(0, 4);
  return digits.length > 2 ? `${digits.slice(0, 2)} / ${digits.slice(2)}` : digits;
}

function error(code: string, message: string): FieldError {
  return { type: 'validation_error', code, message };
}

export function numberError(number: string): FieldError | undefined {
  const digits = digitsOf(number);
  const { lengths } = brandOf(digits);
  if (digits.length < Math.min(...lengths)) {
    return error('incomplete_number', 'Your card number is incomplete.');
  }
  if (!lengths.includes(digits.length) || !hasRightCheckDigit(digits)) {
    return error('invalid_number', 'Your card number is invalid.');
  }
  return undefined;
}

export function expiryError(expiry: string, now: Date): FieldError | undefined {
  const digits = digitsOf(expiry);
  if (digits.length < 4) return error('incomplete_expiry', 'Your card’s expiration date is incomplete.');
  const month = Number(digits.slice(0, 2));
  const year = 2000 + Number(digits.slice(2));
  if (month < 1 || month > 12) {
    return error('invalid_expiry_month', 'Your card’s expiration date is invalid.');
  }
  if (year < now.getFullYear()) {
    return error('invalid_expiry_year_past', 'Your card’s expiration year is in the past.');
  }
  if (year === now.getFullYear() && month < now.getMonth() + 1) {
    return error('invalid_expiry_month_past', 'Your card’s expiration date is in the past.');
  }
  if (year > now.getFullYear() + 50) {
    return error('invalid_expiry_year', 'Your card’s expiration year is invalid.');
  }
  return undefined;
}

export function cvcError(cvc: string, brand: Brand): FieldError | undefined {
  return digitsOf(cvc).length < brand.cvcLength
    ? error('incomplete_cvc', 'Your card’s security code is incomplete.')
    : undefined;
}

export function hasRightCheckDigit(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const doubled = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
