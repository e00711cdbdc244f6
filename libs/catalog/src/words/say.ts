/**
 * Marks a text that is sent over the wire in English or is in a table, so that it gets into the catalogues. `inWords`
 * translates it where it is shown (docs/languages.md).
 */
export const say = <const Text extends string>(text: Text): Text => text;
