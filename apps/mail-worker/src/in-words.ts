/** A day as a person reads it: December 22, 2026. In UTC, as all times of the portal. */
export function dayInWords(iso: string): string {
  return new Date(iso).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
}
