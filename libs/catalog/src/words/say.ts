/**
 * Marks an English text in a constant or in a reply of the API, so that the catalogues include it. `inWords` translates
 * it (docs/languages.md).
 */
export const say = <const Text extends string>(_id: string, text: Text): Text => text;
