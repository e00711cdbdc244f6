/** For the option `doNotFake` of Jest's fake timers, which then change only the clock. */
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
