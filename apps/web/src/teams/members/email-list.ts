import { normalizeEmail } from '@foyer/contracts/email';

/** Parses addresses, with or without names, that are separated by a line break, comma, semicolon or space. */
export function emailsIn(text: string): string[] {
  const found = text
    .split(/[\n,;]+/)
    .flatMap((part) => /<([^<>]+)>/.exec(part)?.[1] ?? part.split(/\s+/))
    .map((email) => email.trim())
    .filter(Boolean);
  const seen = new Set<string>();
  return found.filter((email) => !seen.has(normalizeEmail(email)) && seen.add(normalizeEmail(email)));
}
