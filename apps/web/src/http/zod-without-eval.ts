declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

/**
 * Stops Zod from trying `new Function`, which our CSP forbids and reports. Zod reads this setting when it loads, so
 * main.tsx imports this file first.
 */
globalThis.__zod_globalConfig = { jitless: true };

export {};
