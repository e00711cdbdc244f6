export type Catalogue = {
  /** Returns the English text, without its note, if there is no translation yet. */
  textOf(id: string, english: string): string;
  /** Translates an English text of `say`. Returns unknown texts, such as names, unchanged. */
  inWords(english: string): string;
};

export const sourceCatalogue: Catalogue = {
  textOf: (_, english) => withoutNote(english),
  inWords: (english) => english,
};

const NOTE = / ## (.*)$/s;

/** Removes the note for translators at the end of a text: 'Open ## on a button: opens the mailbox' -> 'Open'. */
export const withoutNote = (text: string): string => text.replace(NOTE, '');

export const noteOf = (text: string): string | undefined => NOTE.exec(text)?.[1];
