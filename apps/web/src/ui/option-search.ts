import type { Option } from './select-parts.ts';

/** Normalizes a text for comparison: ignores case, accents and width, and turns katakana into hiragana. */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u0653-\u0655]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ァ-ヶ]/g, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) - 0x60));
}

/** Returns whether the label or another name of the option begins with the text. */
export function beginsWith({ label, search = [] }: Option, typed: string): boolean {
  return [label, ...search].some((name) => folded(name).startsWith(folded(typed)));
}

/** Returns whether one of the option's names begins with the text, or its label contains the text. */
export function isFound(option: Option, typed: string): boolean {
  const text = typed.trim();
  return beginsWith(option, text) || folded(option.label).includes(folded(text));
}
