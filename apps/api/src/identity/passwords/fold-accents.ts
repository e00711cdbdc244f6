/** Letters that do not decompose into a base letter and an accent, and their usual ASCII spelling. */
const SPELLED: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
};
const ASCII = /^\p{ASCII}*$/u;
const UMLAUTS: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue' };

/** Returns text as typed on a keyboard without accents: "Contraseña" as "Contrasena", "Fußball" as "Fussball". */
export function foldAccents(text: string): string {
  // Almost all words of the lists are ASCII, so they need no folding.
  if (ASCII.test(text)) return text;
  const bare = text.normalize('NFD').replace(/\p{M}/gu, '').normalize('NFC');
  return bare.replace(/[^\p{ASCII}]/gu, (letter) => SPELLED[letter] ?? letter);
}

export function spellUmlauts(text: string): string {
  return text.replace(/[äöü]/g, (letter) => UMLAUTS[letter] ?? letter);
}
