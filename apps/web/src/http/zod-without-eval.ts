declare global {
  var __zod_globalConfig: { jitless?: boolean } | undefined;
}

/**
 * Zod would otherwise try `new Function`, which our CSP forbids and reports. Zod reads this setting when loaded,
 * which is later: no page needs it before the visitor types.
 */
globalThis.__zod_globalConfig = { jitless: true };

export {};
