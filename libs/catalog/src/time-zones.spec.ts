import { describe, expect, it } from '@jest/globals';
import { timeZoneNamed, timeZones } from './time-zones.ts';

describe('time zones', () => {
  it('are those in the list, and their other names', () => {
    for (const zone of [
      ...timeZones(),
      'UTC',
      'Asia/Kolkata',
      'Asia/Calcutta',
      'America/Port-au-Prince',
      'Etc/GMT+5',
    ])
      expect(timeZoneNamed(zone)).toBe(zone);
  });

  it.each([
    '',
    '+01:00',
    '-0500',
    'Berlin',
    'Europe/Nowhere',
    '../etc/passwd',
    'Europe/Berlin\n',
    'A/'.repeat(99),
  ])('are nothing else: %j', (name) => expect(timeZoneNamed(name)).toBeUndefined());
});
