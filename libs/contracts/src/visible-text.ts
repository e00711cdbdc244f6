// What prints nothing, turns the line around, or means nothing outside one program: controls, format characters, private
// use, lone surrogates, line separators, everything Unicode calls ignorable (variation selectors, fillers, tags) and the
// blank Braille pattern. It makes two names look like one, and forges mail headers and log lines.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const LINE_BREAKS = /[\t\n\v\f\r\u0085\p{Zl}\p{Zp}]+/gu;
/** Zero-width non-joiner and joiner: Persian and the scripts of India are misspelt without them. */
const JOINERS = '\u200c\u200d';
const INVISIBLE_BUT_JOINERS = new RegExp(`(?![${JOINERS}])${INVISIBLE.source}`, 'gu');
const STRAY_JOINERS = new RegExp(`(?<![\\p{L}\\p{M}])[${JOINERS}]|[${JOINERS}](?![\\p{L}\\p{M}])`, 'gu');

/** Whether a text has invisible characters. */
export const hasInvisible = (text: string) => INVISIBLE.test(text);

/** A text without invisible characters: joiners stay between letters, a line break becomes a space. Idempotent. */
export function visibleText(text: string): string {
  return text.replace(LINE_BREAKS, ' ').replace(INVISIBLE_BUT_JOINERS, '').replace(STRAY_JOINERS, '');
}
