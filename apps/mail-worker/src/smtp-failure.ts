/**
 * The cause of a failed try.
 * - `server`: the mail server is unavailable, rejects our login or accepts no mail at all. Every mail waits.
 * - `later`: a retry of this mail may succeed.
 * - `final`: the address or the message is rejected permanently, by the server or by nodemailer.
 */
export type SmtpFailure = 'server' | 'later' | 'final';

/** The message was transmitted, but the server's reply was lost (RFC 5321, section 4.5.3.2.6). */
export class AnswerLost extends Error {}

export class TooSlow extends Error {}

/** nodemailer's errors: `command` is the last command sent, `response` the server's reply. */
type SmtpError = { code?: unknown; command?: unknown; responseCode?: unknown; response?: unknown };

const SERVICE_CLOSING = 421;

/** Classifies a failure by the last command (RFC 5321, section 4.3.2) and the enhanced status code (RFC 3463). */
export function smtpFailureOf(error: unknown): SmtpFailure {
  if (error instanceof AnswerLost || error instanceof TooSlow) return 'later';
  const { code, command, responseCode, response } = (error ?? {}) as SmtpError;
  const isAboutMail = command === 'RCPT TO' || (command === 'DATA' && code === 'EMESSAGE');
  if (typeof responseCode !== 'number') return command === 'API' ? 'final' : 'server';
  if (responseCode === SERVICE_CLOSING || !isAboutMail) return 'server';
  if (responseCode < 500) return 'later';
  const [, subject] = /^\d{3}[ -]5\.(\d)\.\d/m.exec(String(response)) ?? [];
  // In an enhanced status code, the subjects 0 (undefined), 1 (address), 2 (mailbox) and 6 (content) are about this
  // mail. The other subjects are not.
  return subject === undefined || ['0', '1', '2', '6'].includes(subject) ? 'final' : 'later';
}
