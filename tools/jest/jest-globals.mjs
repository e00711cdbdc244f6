/**
 * The module that specs import as `@jest/globals`. Its exports belong to the running spec file, so helpers that stay
 * loaded between files can use them too.
 */
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest;

export function provide(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } = globals);
}
