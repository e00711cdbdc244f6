const FROM = 'abcdefghijklmnopqrstuvwxyzACDEGHIJKLNORSTUWYZ';
const TO = 'àƀćđēƒğĥīĵķĺɱńōƥɋŕśţūvŵxŷžÀĆĐĒĞĤĪĴĶĹŃŌŔŚŢŪŴŶŽ';

/**
 * Writes a text in accented letters and in brackets. The brackets show where a screen joins several texts. Placeholders
 * and tags stay unchanged.
 */
export function pseudo(text: string): string {
  return `[${accented(text)}]`;
}

function accented(text: string): string {
  let result = '';
  for (let at = 0; at < text.length;) {
    const character = text.charAt(at);
    const end = character === '{' ? endOfBraces(text, at) : character === '<' ? text.indexOf('>', at) + 1 : 0;
    if (end > at) {
      const block = text.slice(at, end);
      result += /^\{\s*\w+\s*,\s*(?:plural|select|selectordinal)\s*,/.test(block) ? optionsOf(block) : block;
      at = end;
    } else {
      const index = FROM.indexOf(character);
      result += index < 0 ? character : [...TO][index];
      at += 1;
    }
  }
  return result;
}

function optionsOf(block: string): string {
  const head = /^\{[^{]*?,[^{]*?,/.exec(block)?.[0] ?? '';
  let result = head;
  for (let at = head.length; at < block.length;) {
    const end = block.charAt(at) === '{' ? endOfBraces(block, at) : 0;
    result += end > at ? `{${accented(block.slice(at + 1, end - 1))}}` : block.charAt(at);
    at = end > at ? end : at + 1;
  }
  return result;
}

function endOfBraces(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text.charAt(at) === '{') depth += 1;
    if (text.charAt(at) === '}') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return from;
}
