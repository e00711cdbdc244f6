export type PersonName = { firstName: string; lastName: string };

const EAST_ASIAN = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]+$/u;
/** Names in katakana are usually foreign, and keep their own order. */
const KATAKANA = /^\p{scx=Kana}+$/u;

/**
 * The name's script decides the order, not the reader's language. Chinese, Japanese and Korean names have the family
 * name first, without a space (Unicode CLDR, "Person Names").
 */
export function fullName({ firstName, lastName }: PersonName): string {
  if (isFamilyNameFirst(firstName, lastName)) return `${lastName}${firstName}`;
  return [firstName, lastName].filter(Boolean).join(' ');
}

/** Returns the first name, or the full name where a first name alone is impolite. */
export function calledName(person: PersonName): string {
  const { firstName, lastName } = person;
  return isFamilyNameFirst(firstName, lastName) ? fullName(person) : firstName;
}

function isFamilyNameFirst(firstName: string, lastName: string): boolean {
  const areAll = (letters: RegExp) => letters.test(firstName) && letters.test(lastName);
  return areAll(EAST_ASIAN) && !areAll(KATAKANA);
}
