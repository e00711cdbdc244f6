import '../test-browser.ts';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { startWait, useIsLongWait } from './long-wait.ts';

function Line() {
  return <p>{useIsLongWait() ? 'long' : 'not long'}</p>;
}
const pass = (ms: number) => act(() => jest.advanceTimersByTime(ms));
const isLong = () => screen.queryByText('long') !== null;

describe('a wait', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('is long after five seconds, until everything has arrived', () => {
    render(<Line />);
    const ends = [startWait(), startWait()];
    pass(4999);
    expect(isLong()).toBe(false);
    pass(1);
    expect(isLong()).toBe(true);
    act(() => ends[0]?.());
    expect(isLong()).toBe(true);
    act(() => ends[1]?.());
    expect(isLong()).toBe(false);
  });

  it('that ends earlier is never shown', () => {
    render(<Line />);
    act(startWait());
    pass(10_000);
    expect(isLong()).toBe(false);
  });
});
