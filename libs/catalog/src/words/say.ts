/**
 * Marks a text that goes over the wire in English or stands in a table, so that it gets into the catalogues. Where it is
 * shown, `inWords` translates it (docs/languages.md).
 */
export const say = <const Text extends string>(text: Text): Text => text;
