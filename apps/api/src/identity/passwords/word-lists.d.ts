/** Lists of words, of which the packages declare only the whole of them. */
declare module '@zxcvbn-ts/*/dist/commonWords.json.js' {
  const words: readonly string[];
  export = words;
}
declare module '@zxcvbn-ts/*/dist/commonWords.json.cjs' {
  const words: readonly string[];
  export = words;
}
