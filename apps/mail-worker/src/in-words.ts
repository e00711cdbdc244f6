/** A day as a person reads it: December 22, 2026. In UTC, as all times of the portal. */
export function dayInWords(iso: string): string {
  return new Date(iso).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}

/** A month as a person reads it, of a year and its month from 1: December 2026. */
export function monthInWords(year: number, month: number): string {
  return new Date(Date.UTC(year, month - 1)).toLocaleDateString('en-US', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}
