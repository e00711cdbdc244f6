import { languages, type Language } from '@foyer/catalog/languages';
import { orderOf } from '@foyer/contracts/form';
import { currentLanguage } from '../words/current-language.ts';

/** First and last name follow the order of the page's language. */
export function questionOrder<Fields extends object>(fields: Fields): (keyof Fields & string)[] {
  const keys = orderOf(fields);
  const rows: readonly Language[] = languages;
  if (!rows.find(({ tag }) => tag === currentLanguage())?.isFamilyNameFirst) return keys;
  const swapped: Readonly<Record<string, string>> = { firstName: 'lastName', lastName: 'firstName' };
  return keys.map((key) => keys.find((other) => other === swapped[key]) ?? key);
}
