import type { Option } from './select-parts.ts';

/** Without case, accents, width, and the difference between hiragana and katakana. */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u0653-\u0655]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ァ-ヶ]/g, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) - 0x60));
}

/** Whether the label, or another name of the option, begins with the text. */
export function beginsWith({ label, search = [] }: Option, typed: string): boolean {
  return [label, ...search].some((name) => folded(name).startsWith(folded(typed)));
}

/** Whether a filter shows the option: the text begins one of its names, or is anywhere in its label. */
export function isFound(option: Option, typed: string): boolean {
  const text = typed.trim();
  return beginsWith(option, text) || folded(option.label).includes(folded(text));
}
