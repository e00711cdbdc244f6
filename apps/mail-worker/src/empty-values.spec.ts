import { describe, expect, it } from '@jest/globals';
import { languages } from '@foyer/catalog/languages';
import type { Mail } from '@foyer/mail/mail-kinds';
import { messageContextFrom } from './deliver-mail.ts';
import type { Message } from './message.ts';
import { mails } from './test-mails.ts';
import { writeMessage } from './templates/write-message.ts';

const NAME = 'Qqq';
/**
 * Keys of values that may be empty. Their values are names of people, a browser and its system, and a bank's reason.
 */
const OPTIONAL = /^(?:firstName|inviterName|name|browser|system|reason)$/;

const contexts = languages
  .filter(({ tag }) => tag !== 'en-XA')
  .map(({ tag }) =>
    messageContextFrom(
      {
        PRODUCT_NAME: 'Foyer',
        SUPPORT_EMAIL: 'help@example.com',
        PUBLIC_URL: new URL('https://portal.test'),
      },
      tag,
    ),
  );

/**
 * Replaces each optional value by `name`. In an object with `kind` or `byCompany`, `name` is required: it belongs to a
 * team, an event or a passkey. The name of an inviter without an email address is required too.
 */
function withValue(content: unknown, name: string): unknown {
  if (Array.isArray(content)) return content.map((one: unknown) => withValue(one, name));
  if (typeof content !== 'object' || content === null) return content;
  const required = [
    ...('kind' in content || 'byCompany' in content ? ['name'] : []),
    ...('inviterEmail' in content && content.inviterEmail === '' ? ['inviterName'] : []),
  ];
  return Object.fromEntries(
    Object.entries(content).map(([key, one]) => [
      key,
      typeof one === 'string' && OPTIONAL.test(key) && !required.includes(key) ? name : withValue(one, name),
    ]),
  );
}

function textsOf({ subject, preview, heading, paragraphs, items = [], notes, why }: Message): string[] {
  const passages = [...paragraphs, ...notes].flatMap((passage) => {
    if (typeof passage === 'string') return [passage];
    return 'list' in passage ? [] : [passage.text, passage.link.label];
  });
  return [subject, preview, heading, ...passages, ...items.map(({ text }) => text), why];
}

const textsWith = (mail: Mail, name: string) =>
  contexts.map((context) =>
    textsOf(writeMessage({ ...mail, content: withValue(mail.content, name) } as Mail, context)),
  );

const GAP = /  | [.,;)](?!\S)|\( ?\)|“\s?”|„\s?“|«\s?»|「」|undefined|[{}]/u;
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

describe('a mail with every optional value empty', () => {
  it.each(mails)('$kind leaves no gap in any text, in any language', (mail) => {
    const gaps = textsWith(mail, '')
      .flat()
      .filter((text) => text === '' || GAP.test(text));
    expect(gaps).toEqual([]);
  });

  it.each(mails)('$kind has a separate sentence for a missing value, not a noun as a placeholder', (mail) => {
    const named = textsWith(mail, NAME);
    const unnamed = textsWith(mail, '');
    const [english = []] = named;
    const nouns = english.filter(
      (text, index) =>
        text.includes(NAME) &&
        named.every((texts, language) => {
          const frame = (texts[index] ?? '').split(/\u2068?Qqq\u2069?/u).map(escaped);
          return new RegExp(`^${frame.join('[^@]+')}$`, 'u').test(unnamed[language]?.[index] ?? '');
        }),
    );
    expect(nouns).toEqual([]);
  });
});
