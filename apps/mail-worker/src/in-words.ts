/** A day as on the screens: December 22, 2026. In UTC, like all times of the portal. */
export function dayInWords(iso: string): string {
  return new Date(iso).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}

/** A time with its zone, because the reader's is unknown: December 22, 2026 at 9:14 AM UTC. */
export function timeInWords(iso: string): string {
  const words = new Date(iso).toLocaleString('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  // Intl uses a narrow space, which some mail programs' fonts lack.
  return `${words.replace('\u202f', ' ')} UTC`;
}

/** A month as a person reads it, of a year and its month from 1: December 2026. */
export function monthInWords(year: number, month: number): string {
  return new Date(Date.UTC(year, month - 1)).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
