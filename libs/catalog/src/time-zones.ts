/** As the IANA time zone database writes them; no offsets, which `Intl` takes as well. */
const IANA_NAME = /^[A-Za-z]\w*(?:[+-]\d{1,2})?(?:[/-][A-Za-z]\w*(?:[+-]\d{1,2})?)*$/;
const MAX_LENGTH = 64;

/** Those to choose from, as this machine names them. */
export const timeZones = (): readonly string[] => Intl.supportedValuesOf('timeZone');

/** The time zone that a row, a job or a form names, if this machine can say times in it. Machines differ in what they list. */
export function timeZoneNamed(name: string | null | undefined): string | undefined {
  if (!name || name.length > MAX_LENGTH || !IANA_NAME.test(name)) return undefined;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return name;
  } catch {
    return undefined;
  }
}
