/** French writes the first day of a month as "1er", which Intl does not support. */
export function dateIn(
  language: string,
  date: string | number,
  options?: Intl.DateTimeFormatOptions,
): string {
  const text = new Date(date).toLocaleString(language, options);
  return language === 'fr' ? text.replace(/^1(?= \p{L})/u, '1er') : text;
}
