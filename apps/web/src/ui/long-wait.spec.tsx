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

  it('counts as long after five seconds, until all waits at that time have ended', () => {
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

  it('does not count as long if it ends earlier', () => {
    render(<Line />);
    act(startWait());
    pass(10_000);
    expect(isLong()).toBe(false);
  });
});
