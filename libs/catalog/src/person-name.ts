export type PersonName = { firstName: string; lastName: string };

const EAST_ASIAN = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]+$/u;
/** Names from elsewhere in Japanese letters keep their own order. */
const KATAKANA = /^\p{scx=Kana}+$/u;

/**
 * A person's whole name as its own letters have it, whoever reads it: in those of Chinese, Japanese and Korean the family
 * name comes first and without a space (Unicode CLDR, "Person Names"). The fields of the wire stay what they are.
 */
export function fullName({ firstName, lastName }: PersonName): string {
  if (isFamilyNameFirst(firstName, lastName)) return `${lastName}${firstName}`;
  return [firstName, lastName].filter(Boolean).join(' ');
}

/** How a greeting calls somebody: by their first name, where that alone is no way to call them by the whole. */
export function calledName(person: PersonName): string {
  const { firstName, lastName } = person;
  return isFamilyNameFirst(firstName, lastName) ? fullName(person) : firstName;
}

function isFamilyNameFirst(firstName: string, lastName: string): boolean {
  const areAll = (letters: RegExp) => letters.test(firstName) && letters.test(lastName);
  return areAll(EAST_ASIAN) && !areAll(KATAKANA);
}
