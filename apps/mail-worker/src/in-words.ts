/** A day as the screens say it: December 22, 2026. In UTC, as all times of the portal. */
export function dayInWords(iso: string): string {
  return new Date(iso).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}

/** A time. We do not know the reader's zone, so it says whose time it is: December 22, 2026 at 9:14 AM UTC. */
export function timeInWords(iso: string): string {
  const words = new Date(iso).toLocaleString('en-US', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  // Intl puts a narrow space there that not every mail program's font has.
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
