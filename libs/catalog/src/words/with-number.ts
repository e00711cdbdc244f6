/**
 * Translates a text with `catalogue`, which returns a missing text unchanged. For a text with a number, such as a
 * maximum length, the catalogue may have one entry for all numbers, with `{number}`.
 */
export function withNumber(catalogue: (text: string) => string, text: string): string {
  const whole = catalogue(text);
  const [number] = /\d+/.exec(text) ?? [];
  if (whole !== text || number === undefined) return whole;
  const pattern = text.replace(number, '{number}');
  const said = catalogue(pattern);
  return said === pattern ? text : said.replace('{number}', number);
}
