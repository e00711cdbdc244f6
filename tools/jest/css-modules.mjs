/**
 * Style sheets in specs: every class has its own name, and nothing is styled. Jest requests CommonJS or ES source
 * depending on the importer. An ES module default export serves `import styles`.
 */
const SOURCE =
  'export default new Proxy({}, { get: (_target, name) => (typeof name === "string" ? name : undefined) });';

export default {
  process: () => ({ code: SOURCE }),
};
