/**
 * What specs import as `@jest/globals`. The exports are those of the spec file at work, so helpers that stay loaded
 * from file to file can use them, too.
 */
export let afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest;

export function provide(globals) {
  ({ afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } = globals);
}
