/**
 * A text by `catalogue`, which returns a missing text unchanged. A text with a number, such as a length, may be an entry
 * with `{number}`: one entry for all lengths.
 */
export function withNumber(catalogue: (text: string) => string, text: string): string {
  const whole = catalogue(text);
  const [number] = /\d+/.exec(text) ?? [];
  if (whole !== text || number === undefined) return whole;
  const pattern = text.replace(number, '{number}');
  const said = catalogue(pattern);
  return said === pattern ? text : said.replace('{number}', number);
}
