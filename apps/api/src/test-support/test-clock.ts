/** For `doNotFake` of Jest's timers: then they make the clock wrong, and nothing else. */
export const allButTheClock = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
] as const satisfies string[];
