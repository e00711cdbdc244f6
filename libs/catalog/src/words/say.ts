/**
 * Marks a text that the API sends in English or that is in a constant, so that the catalogues include it. `inWords`
 * translates the text when a page shows it (docs/languages.md).
 */
export const say = <const Text extends string>(_id: string, text: Text): Text => text;
