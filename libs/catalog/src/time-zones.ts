/** Names of the IANA time zone database, without offsets, which `Intl` accepts as well. */
const IANA_NAME = /^[A-Za-z]\w*(?:[+-]\d{1,2})?(?:[/-][A-Za-z]\w*(?:[+-]\d{1,2})?)*$/;
const MAX_LENGTH = 64;

/** Those to choose from, as this machine names them. */
export const timeZones = (): readonly string[] => Intl.supportedValuesOf('timeZone');

/** The time zone of a row, job or form, if this machine can format times in it. Machines know different zones. */
export function timeZoneNamed(name: string | null | undefined): string | undefined {
  if (!name || name.length > MAX_LENGTH || !IANA_NAME.test(name)) return undefined;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name;
  } catch {
    return undefined;
  }
}
