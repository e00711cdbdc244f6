import { describe, expect, it } from '@jest/globals';
import { optionalText, requiredText } from './field.ts';
import { visibleText } from './visible-text.ts';

describe('the text of a name', () => {
  it.each([
    'Ada Lovelace',
    'می\u200cخواهم',
    'क्\u200dष',
    'D’Arcy-Ó Súilleabháin',
    '李 小龍',
    'Bistro 🎉',
    'ﷲ',
  ])('is not changed: %s', (name) => {
    expect(visibleText(name)).toBe(name);
  });

  it.each([
    ['a control character', 'A\u0007da', 'Ada'],
    ['a line break', 'Ada\r\nBcc: x', 'Ada Bcc: x'],
    ['a line separator', 'Ada\u2028Bcc', 'Ada Bcc'],
    ['a soft hyphen', 'A\u00adda', 'Ada'],
    ['a zero-width space', 'A\u200bda', 'Ada'],
    ['a direction override', '\u202eadA\u202c', 'adA'],
    ['a direction isolate', '\u2066Ada\u2069', 'Ada'],
    ['a byte order mark', '\ufeffAda', 'Ada'],
    ['tags', 'Ada\u{e0068}\u{e0069}', 'Ada'],
    ['a variation selector', 'Ada\ufe0f', 'Ada'],
    ['a Hangul filler', 'A\u3164da', 'Ada'],
    ['a private-use character', 'A\ue000da', 'Ada'],
    ['a lone surrogate', 'A\ud800da', 'Ada'],
    ['a joiner at the end', 'Ada\u200d', 'Ada'],
    ['a joiner next to a digit', '1\u200c2', '12'],
    ['joiners in a row', 'A\u200d\u200cda', 'Ada'],
    ['a joiner behind an ignorable mark', '1\u034f\u200da', '1a'],
  ])('loses %s [asvs 1.3.3]', (_, typed, kept) => {
    expect(visibleText(typed)).toBe(kept);
    expect(visibleText(kept)).toBe(kept);
  });

  it('is empty when nothing of it is visible', () => {
    expect(requiredText().safeParse('\u200b\u3164').success).toBe(false);
    expect(requiredText().parse(' \u200bAda\u200b ')).toBe('Ada');
    expect(optionalText().parse('\u2800\u200b')).toBe('');
  });
});
