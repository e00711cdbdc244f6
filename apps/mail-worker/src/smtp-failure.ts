/**
 * Whose fault it is that a mail was not taken.
 * - `server`: the mail server is away, does not know us or takes no mail at all; every mail waits until it is well.
 * - `later`: this mail did not go through this time; others may.
 * - `final`: the address or the message is refused for good.
 */
export type SmtpFailure = 'server' | 'later' | 'final';

/** The server has the whole message, and its answer was lost (RFC 5321, section 4.5.3.2.6). */
export class AnswerLost extends Error {}

/** Transmitting the message took too long. */
export class TooSlow extends Error {}

/** nodemailer's errors: `command` is the last one that was sent, `response` the server's answer, if there was one. */
type SmtpError = { code?: unknown; command?: unknown; responseCode?: unknown; response?: unknown };

const SERVICE_CLOSING = 421;

/**
 * Decides by the command that was answered (RFC 5321, section 4.3.2) and by the enhanced status code (RFC 3463): only an
 * answer about the recipient (RCPT) or the message (the end of DATA) can be final.
 */
export function smtpFailureOf(error: unknown): SmtpFailure {
  if (error instanceof AnswerLost || error instanceof TooSlow) return 'later';
  const { code, command, responseCode, response } = (error ?? {}) as SmtpError;
  const isAboutMail = command === 'RCPT TO' || (command === 'DATA' && code === 'EMESSAGE');
  if (typeof responseCode !== 'number') return command === 'API' ? 'final' : 'server';
  if (responseCode === SERVICE_CLOSING || !isAboutMail) return 'server';
  if (responseCode < 500) return 'later';
  const [, subject] = /^\d{3}[ -]5\.(\d)\.\d/m.exec(String(response)) ?? [];
  // 1 address, 2 mailbox, 6 content; others concern the server, the network, the protocol, or a policy.
  return subject === undefined || ['0', '1', '2', '6'].includes(subject) ? 'final' : 'later';
}
