import { declineInWords } from '@foyer/catalog/decline-reasons';
import { LOGIN_LOCKOUT_MS } from '@foyer/contracts/identity/login';
import { waitProblemLeads, timeToWait, type ProblemDetails } from '@foyer/contracts/problem';
import { currentLanguage } from '../words/current-language.ts';
import { inWords } from '../words/in-words.ts';
import { inSentences } from '../words/join.ts';
import { t } from '../words/t.ts';

export { problemDetails } from '@foyer/contracts/problem';

/**
 * Translates the texts of a problem. If the next wrong password locks the address, the message ends with a warning. For
 * the codes in `waitProblemLeads`, it ends with the time to wait (`Retry-After`).
 */
export function translateProblem(
  problem: ProblemDetails,
  retryAfterSeconds: number | undefined,
): ProblemDetails {
  const fields = Object.entries(problem.fields ?? {}).map(([field, text]) => [field, inWords(text)]);
  return {
    ...problem,
    ...(problem.fields && { fields: Object.fromEntries(fields) }),
    message: messageOf(problem, retryAfterSeconds),
  };
}

function messageOf(
  { code, message, triesLeft, declineCode, invitationsLeft }: ProblemDetails,
  retryAfterSeconds: number | undefined,
): string {
  if (code === 'CardDeclined') return declineInWords({ message, declineCode }, currentLanguage(), inWords);
  const translated = inWords(message);
  if (triesLeft === 1) return `${translated}\n${lastTry()}`;
  const wait = retryAfterSeconds ? tryAgainIn(retryAfterSeconds) : undefined;
  if (!wait || !isWithWait(code)) return translated;
  return inSentences(
    invitationsLeft ? moreInvitations(invitationsLeft) : inWords(waitProblemLeads[code]),
    wait,
  );
}

function isWithWait(code: string): code is keyof typeof waitProblemLeads {
  return code in waitProblemLeads;
}

function moreInvitations(count: number): string {
  return t(
    'http.translateProblem.invitationLimit',
    'No invitations were sent. You can send only {count, plural, one {one} other {#}} right now, or wait to send them all.',
    { count },
  );
}

function lastTry(): string {
  return t(
    'http.translateProblem.lastPasswordAttempt',
    'After one more wrong password, you’ll have to wait {minutes, plural, one {# minute} other {# minutes}}.',
    {
      minutes: LOGIN_LOCKOUT_MS / 60_000,
    },
  );
}

function tryAgainIn(seconds: number): string {
  const { count, unit } = timeToWait(seconds);
  switch (unit) {
    case 'hour':
      return t(
        'http.translateProblem.retryInHours',
        'Try again in {count, plural, one {# hour} other {# hours}}.',
        { count },
      );
    case 'minute':
      return t(
        'http.translateProblem.retryInMinutes',
        'Try again in {count, plural, one {# minute} other {# minutes}}.',
        { count },
      );
    case 'second':
      return t(
        'http.translateProblem.retryInSeconds',
        'Try again in {count, plural, one {# second} other {# seconds}}.',
        { count },
      );
  }
}
