/** Types of the word lists. The packages declare only the type of all lists together. */
declare module '@zxcvbn-ts/*/dist/commonWords.json.js' {
  const words: readonly string[];
  export = words;
}
declare module '@zxcvbn-ts/*/dist/commonWords.json.cjs' {
  const words: readonly string[];
  export = words;
}
