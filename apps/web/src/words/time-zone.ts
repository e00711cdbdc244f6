let chosen: string | undefined;

/** The account's time zone; undefined for the browser's. */
export const currentTimeZone = (): string | undefined => chosen;

/** Sets the session's time zone, unless this browser does not know it. */
export function showTimesIn(timeZone: string | undefined): void {
  chosen = timeZone !== undefined && isKnown(timeZone) ? timeZone : undefined;
}

function isKnown(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
