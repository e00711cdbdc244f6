import { normalizeEmail } from '@foyer/contracts/email';

/**
 * Returns the distinct email addresses in a text such as "Ada <ada@example.test>, eve@example.test". Does not validate
 * them.
 */
export function emailsIn(text: string): string[] {
  const found = text
    .split(/[\n,;]+/)
    .flatMap((part) => (part.includes('<') && part.match(/[^\s<>]*@[^\s<>]*/g)) || part.split(/\s+/))
    .map((email) => email.trim())
    .filter(Boolean);
  const seen = new Set<string>();
  return found.filter((email) => !seen.has(normalizeEmail(email)) && seen.add(normalizeEmail(email)));
}
