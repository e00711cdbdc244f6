/** Lighthouse's settings for a phone: slow 4G, and a processor four times slower than this machine's. */
export const SLOW_PHONE = {
  network: { latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 750_000 / 8 },
  timesSlower: 4,
} as const;
