export type PersonName = { firstName: string; lastName: string };

const EAST_ASIAN = /^[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]+$/u;
/** Names in katakana are foreign and keep their own order. */
const KATAKANA = /^\p{scx=Kana}+$/u;

/**
 * Returns a full name in the order of its script: Chinese, Japanese and Korean names have the family name first,
 * without a space (Unicode CLDR, "Person Names"). The reader's language does not matter.
 */
export function fullName({ firstName, lastName }: PersonName): string {
  if (isFamilyNameFirst(firstName, lastName)) return `${lastName}${firstName}`;
  return [firstName, lastName].filter(Boolean).join(' ');
}

/** Returns the name in a greeting: the first name, or the full name where a first name alone is impolite. */
export function calledName(person: PersonName): string {
  const { firstName, lastName } = person;
  return isFamilyNameFirst(firstName, lastName) ? fullName(person) : firstName;
}

function isFamilyNameFirst(firstName: string, lastName: string): boolean {
  const areAll = (letters: RegExp) => letters.test(firstName) && letters.test(lastName);
  return areAll(EAST_ASIAN) && !areAll(KATAKANA);
}
