let chosen: string | undefined;

/** In which the account says times; none for that of the browser. */
export const currentTimeZone = (): string | undefined => chosen;

/** What the session says. One that this browser does not know is left out. */
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
