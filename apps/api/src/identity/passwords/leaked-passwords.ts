import { createHash } from 'node:crypto';
import { logError } from '../../observe/log.ts';

/** The user waits at most this long. With a shorter limit, more checks would fail on a busy machine. */
const TIME_LIMIT_MS = 5_000;
const PREFIX_LENGTH = 5;

/**
 * Returns false if no list is configured or the query fails, because neither must block the choice of a password. The
 * list learns only five of the forty hex digits of the hash. About a thousand passwords share these digits
 * (k-anonymity; haveibeenpwned.com/API/v3#PwnedPasswords).
 */
export async function hasLeaked(password: string, list: URL | undefined): Promise<boolean> {
  if (!list) return false;
  const digest = createHash('sha1').update(password).digest('hex').toUpperCase();
  try {
    const lines = (await readRange(list, digest.slice(0, PREFIX_LENGTH))).split(/\r?\n/);
    // The list adds padding lines, whose count is 0.
    return lines.some((line) => {
      const [suffix = '', count = ''] = line.split(':');
      return suffix.toUpperCase() === digest.slice(PREFIX_LENGTH) && Number(count) > 0;
    });
  } catch (cause) {
    logError(
      new Error(cause instanceof Error ? cause.message : 'no answer'),
      'the list of leaked passwords could not be asked; the password was accepted',
    );
    return false;
  }
}

async function readRange(list: URL, prefix: string): Promise<string> {
  const folder = list.pathname.endsWith('/') ? list.pathname : `${list.pathname}/`;
  const answer = await fetch(new URL(`${folder}${prefix}`, list), {
    headers: { 'Add-Padding': 'true' },
    redirect: 'error',
    signal: AbortSignal.timeout(TIME_LIMIT_MS),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`status ${answer.status}`);
  return text;
}
