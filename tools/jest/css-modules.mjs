/**
 * Style sheets in specs: every class is called by its own name, and nothing is styled.
 * Jest asks for CommonJS or ES source depending on who imports; an ES module default export serves `import styles`.
 */
const SOURCE =
  'export default new Proxy({}, { get: (_target, name) => (typeof name === "string" ? name : undefined) });';

export default {
  process: () => ({ code: SOURCE }),
};
