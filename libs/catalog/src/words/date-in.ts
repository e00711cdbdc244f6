/** A date or time as a language writes it. In French the first of a month is "1er", which Intl does not do. */
export function dateIn(
  language: string,
  date: string | number,
  options?: Intl.DateTimeFormatOptions,
): string {
  const text = new Date(date).toLocaleString(language, options);
  return language === 'fr' ? text.replace(/^1(?= \p{L})/u, '1er') : text;
}
