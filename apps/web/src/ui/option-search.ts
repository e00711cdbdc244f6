import type { Option } from './select-parts.ts';

/** Ignores case, accents and width, and turns katakana into hiragana. */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .normalize('NFD')
    .replace(/[\u0300-\u036f\u0653-\u0655]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[ァ-ヶ]/g, (kana) => String.fromCodePoint((kana.codePointAt(0) ?? 0) - 0x60));
}

export function beginsWith({ label, search = [] }: Option, typed: string): boolean {
  return [label, ...search].some((name) => folded(name).startsWith(folded(typed)));
}

export function isFound(option: Option, typed: string): boolean {
  const text = typed.trim();
  return beginsWith(option, text) || folded(option.label).includes(folded(text));
}
