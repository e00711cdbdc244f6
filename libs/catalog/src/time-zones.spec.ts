import { describe, expect, it } from '@jest/globals';
import { timeZoneNamed, timeZones } from './time-zones.ts';

describe('time zones', () => {
  it('are found by their names in the list and by their other names', () => {
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
  ])('are not found by the unknown name %j', (name) => expect(timeZoneNamed(name)).toBeUndefined());
});
