/** Lighthouse's settings for a phone on slow 4G: milliseconds, bytes per second, and the slowdown of the CPU. */
export const SLOW_PHONE = {
  network: { latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 750_000 / 8 },
  timesSlower: 4,
} as const;
