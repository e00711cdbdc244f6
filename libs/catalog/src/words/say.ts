/**
 * Marks a text that the API sends in English or that is in a table, so that it gets into the catalogues. Where it is shown,
 * `inWords` translates it (docs/languages.md).
 */
export const say = <const Text extends string>(_id: string, text: Text): Text => text;
