import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { Countdown } from './countdown.tsx';
import { minutesAndSeconds, useSecondsUntil } from './use-seconds-until.ts';

function Wait({ untilMs }: { untilMs: number }) {
  return <Countdown seconds={useSecondsUntil(untilMs)} wording={(time) => `${time} left`} ended="Over" />;
}

function spoken(): string | null | undefined {
  return document.querySelector('[aria-live]')?.textContent;
}

describe('a countdown', () => {
  beforeEach(() => {
    jest.useFakeTimers({ now: 0 });
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is shown every second, and announced at the start, every minute and at the end', () => {
    render(<Wait untilMs={120_000} />);
    const heard = new Set<string | null | undefined>([spoken()]);
    for (let second = 0; second < 125; second++) {
      act(() => void jest.advanceTimersByTime(1000));
      heard.add(spoken());
      if (second === 23) expect(screen.getByText('1 min 36 sec left')).toBeTruthy();
    }
    expect([...heard]).toEqual(['2 min 0 sec left', '1 min 0 sec left', 'Over']);
  });

  it('restarts from the current time if the end becomes later', () => {
    const { rerender } = render(<Wait untilMs={5_000} />);
    act(() => void jest.advanceTimersByTime(300_000));
    expect(spoken()).toBe('Over');
    rerender(<Wait untilMs={420_000} />);
    expect(spoken()).toBe('2 min 0 sec left');
  });

  it('is written in minutes and seconds', () => {
    expect([0, 59, 60, 95, 600].map(minutesAndSeconds)).toEqual([
      '0 min 0 sec',
      '0 min 59 sec',
      '1 min 0 sec',
      '1 min 35 sec',
      '10 min 0 sec',
    ]);
  });
});
