import Bowser from 'bowser';

/** A session's browser and system in plain words: "Firefox on Windows". */
export function nameDevice(userAgent: string): string {
  if (userAgent === '') return 'Unknown device';
  const parser = Bowser.getParser(userAgent);
  const browser = parser.getBrowserName();
  const system = parser.getOSName();
  if (!browser) return system || 'Unknown device';
  return system ? `${browser} on ${system}` : browser;
}
