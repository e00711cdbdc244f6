/** The texts of one language. */
export type Catalogue = {
  /** The text of an id; the English one, without its note, where there is no translation yet. */
  textOf(id: string, english: string): string;
  /** The text for an English one of `say`; what is not in the catalogue, such as a name, unchanged. */
  inWords(english: string): string;
};

export const sourceCatalogue: Catalogue = {
  textOf: (_, english) => withoutNote(english),
  inWords: (english) => english,
};

const NOTE = / ## (.*)$/s;

/** A text may end with a note for translators: 'Open ## on a button: opens the mailbox'. */
export const withoutNote = (text: string): string => text.replace(NOTE, '');

export const noteOf = (text: string): string | undefined => NOTE.exec(text)?.[1];
