import { afterEach, describe, expect, it } from '@jest/globals';
import { exactTime, longDate } from './formats.ts';
import { showTimesIn } from './time-zone.ts';

const EVENING = '2026-12-20T20:00:00.000Z';

describe('times', () => {
  afterEach(() => showTimesIn(undefined));

  it('are those of the time zone that the account has chosen', () => {
    showTimesIn('Asia/Kolkata');
    expect(longDate(EVENING)).toBe('December 21, 2026');
    expect(exactTime(EVENING)).toContain('12/21/2026, 1:30:00');
    showTimesIn('America/New_York');
    expect(longDate(EVENING)).toBe('December 20, 2026');
  });

  it('are the browser’s without one, and with one that it does not know', () => {
    const here = longDate(EVENING);
    showTimesIn('Mars/Olympus');
    expect(longDate(EVENING)).toBe(here);
  });
});
