// Characters that are invisible, change the text direction, or have no standard meaning: controls, format characters,
// private use, lone surrogates, line separators, Unicode's ignorable characters and the blank Braille pattern. With them,
// two different names look the same, and mail headers and log lines can be forged.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
const LINE_BREAKS = /[\t\n\v\f\r\u0085\p{Zl}\p{Zp}]+/gu;
/** Zero-width non-joiner and joiner. Persian and the scripts of India need them. */
const JOINERS = '\u200c\u200d';
const INVISIBLE_BUT_JOINERS = new RegExp(`(?![${JOINERS}])${INVISIBLE.source}`, 'gu');
const STRAY_JOINERS = new RegExp(`(?<![\\p{L}\\p{M}])[${JOINERS}]|[${JOINERS}](?![\\p{L}\\p{M}])`, 'gu');

export const hasInvisible = (text: string) => INVISIBLE.test(text);

/** Removes invisible characters, except joiners between letters. Replaces a line break by a space. Idempotent. */
export function visibleText(text: string): string {
  return text.replace(LINE_BREAKS, ' ').replace(INVISIBLE_BUT_JOINERS, '').replace(STRAY_JOINERS, '');
}
