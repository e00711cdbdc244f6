let chosen: string | undefined;

/** The account's time zone. Undefined means the browser's time zone. */
export const currentTimeZone = (): string | undefined => chosen;

/** If the browser does not know the zone, its own time zone applies. */
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
