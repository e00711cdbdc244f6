declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

/**
 * Zod otherwise tries `new Function`, which our content security policy forbids and reports. It reads this when it is
 * loaded, which is later than this file: no page needs it before the visitor has typed something.
 */
globalThis.__zod_globalConfig = { jitless: true };

export {};
