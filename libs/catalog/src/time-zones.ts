/** Names of the IANA time zone database. Excludes offsets such as `+01:00`, which `Intl` also accepts. */
const IANA_NAME = /^[A-Za-z]\w*(?:[+-]\d{1,2})?(?:[/-][A-Za-z]\w*(?:[+-]\d{1,2})?)*$/;
const MAX_LENGTH = 64;

/** The list depends on the machine. */
export const timeZones = (): readonly string[] => Intl.supportedValuesOf('timeZone');

/** Returns undefined if this machine does not know the zone. */
export function timeZoneNamed(name: string | null | undefined): string | undefined {
  if (!name || name.length > MAX_LENGTH || !IANA_NAME.test(name)) return undefined;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name;
  } catch {
    return undefined;
  }
}
