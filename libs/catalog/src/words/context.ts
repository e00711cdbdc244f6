/** A text may end with a note for translators, which also tells it from the same text elsewhere: 'Open ## verb'. */
export function withoutNote(text: string): string {
  return text.replace(/ ## .*$/s, '');
}
