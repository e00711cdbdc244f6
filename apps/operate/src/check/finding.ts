/** `text` is the fact, the action, or the reason why nothing was checked. */
export type Finding = { subject: string; status: 'ok' | 'to do' | 'not checked'; text: string };

/** Environment variables by name, without empty ones. The values of secrets may come from files. */
export type Given = Readonly<Record<string, string | undefined>>;

export const ok = (subject: string, text: string): Finding => ({ subject, status: 'ok', text });
export const toDo = (subject: string, text: string): Finding => ({ subject, status: 'to do', text });
export const notChecked = (subject: string, text: string): Finding => ({
  subject,
  status: 'not checked',
  text,
});

export const findingsOf = (subject: string, faults: string[], fact: string): Finding[] =>
  faults.length > 0 ? faults.map((fault) => toDo(subject, fault)) : [ok(subject, fact)];

/** Postgres' codes for a missing table or schema, which mean that migrations are missing (PostgreSQL, appendix A). */
const NOT_MIGRATED = new Set(['42P01', '3F000']);

export async function runCheck(subject: string, check: () => Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await check();
  } catch (error) {
    const { code = '', message } = error as Error & { code?: string };
    return [
      NOT_MIGRATED.has(code) ? notChecked(subject, 'its tables do not exist yet.') : toDo(subject, message),
    ];
  }
}

export function lineOf({ subject, status, text }: Finding, secrets: readonly string[]): string {
  const words = secrets.reduce((line, secret) => line.replaceAll(secret, '…'), text);
  return `${status.padEnd(14)} ${subject}: ${words.replaceAll(/\s*\n\s*/g, ' ')}`;
}

/**
 * Returns the parts of secrets that may not be printed: whole values, comma-separated entries and passwords of URLs.
 * Leaves out parts of fewer than four characters.
 */
export function secretParts(values: readonly string[]): string[] {
  const parts = values.flatMap((value) => {
    const password = URL.canParse(value) ? new URL(value).password : '';
    return [value, ...value.split(',').map((entry) => entry.trim()), password, decodeURIComponent(password)];
  });
  return [...new Set(parts)].filter((part) => part.length >= 4).toSorted((a, b) => b.length - a.length);
}
