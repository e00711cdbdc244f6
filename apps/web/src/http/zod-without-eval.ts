declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

/**
 * Prevents that Zod tries `new Function`, which our CSP forbids and reports. Zod reads this setting when it loads, and
 * no page loads Zod before the visitor types.
 */
globalThis.__zod_globalConfig = { jitless: true };

export {};
