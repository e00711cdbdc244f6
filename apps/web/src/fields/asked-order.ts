import { languages, type Language } from '@foyer/catalog/languages';
import { orderOf } from '@foyer/contracts/form';
import { currentLanguage } from '../words/current-language.ts';

/** Keys of a form in the order in which they are asked and take the focus: that of its list, and names as the page's language has them. */
export function askedOrderOf<Fields extends object>(fields: Fields): (keyof Fields & string)[] {
  const keys = orderOf(fields);
  const rows: readonly Language[] = languages;
  if (!rows.find(({ tag }) => tag === currentLanguage())?.isFamilyNameFirst) return keys;
  const swapped: Readonly<Record<string, string>> = { firstName: 'lastName', lastName: 'firstName' };
  return keys.map((key) => keys.find((other) => other === swapped[key]) ?? key);
}
