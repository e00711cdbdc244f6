/** Word lists, for which the packages declare only their combined type. */
declare module '@zxcvbn-ts/*/dist/commonWords.json.js' {
  const words: readonly string[];
  export = words;
}
declare module '@zxcvbn-ts/*/dist/commonWords.json.cjs' {
  const words: readonly string[];
  export = words;
}
