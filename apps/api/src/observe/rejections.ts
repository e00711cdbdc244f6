/**
 * What was refused, as the counter and the log have it: a right, a forged call, one too many, a forged webhook, an app that
 * is not who it says, and calls without a live session or access token.
 */
export const rejections = ['rights', 'csrf', 'rate', 'webhook', 'client', 'session', 'token'] as const;
export type Rejection = (typeof rejections)[number];
