import { afterEach, describe, expect, it } from '@jest/globals';
import { exactTime, longDate } from './formats.ts';
import { showTimesIn } from './time-zone.ts';

const EVENING = '2026-12-20T20:00:00.000Z';

describe('times', () => {
  afterEach(() => showTimesIn(undefined));

  it('are shown in the time zone of the account', () => {
    showTimesIn('Asia/Kolkata');
    expect(longDate(EVENING)).toBe('December 21, 2026');
    expect(exactTime(EVENING)).toContain('12/21/2026, 1:30:00');
    showTimesIn('America/New_York');
    expect(longDate(EVENING)).toBe('December 20, 2026');
  });

  it('are shown in the browser’s time zone if the account has none or an unknown one', () => {
    const here = longDate(EVENING);
    showTimesIn('Mars/Olympus');
    expect(longDate(EVENING)).toBe(here);
  });
});
