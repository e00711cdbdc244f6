import { describe, expect, it } from '@jest/globals';
import { caniemail } from 'caniemail';
import { messageContextFrom } from './deliver-mail.ts';
import { renderHtml } from './render-message.ts';

const PROGRAMS = [
  'apple-mail.*',
  'gmail.android',
  'gmail.desktop-webmail',
  'gmail.ios',
  'outlook.*',
  'samsung-email.*',
  'yahoo.*',
] as const;

/** Features that at least one of `PROGRAMS` does not support, and what its readers see instead. */
const ACCEPTED: Record<string, string> = {
  '<body> element': 'the same colour stands on the first `div`',
  '@media': 'the mail is light, or the program darkens it itself',
  'Chaining selectors': 'MJML’s, for Thunderbird alone',
  'aria-label attribute': 'read out as a mail like any other',
  'border-radius': 'corners are square',
  'color-scheme CSS property': 'the program darkens the mail itself',
  'color-scheme meta tag': 'the same',
  cursor: 'the link in the button has its own',
  'height property': 'pictures have the attribute',
  'max-height property': 'the hidden line is hidden otherwise as well',
  opacity: 'the same',
  outline: 'nothing has one',
  overflow: 'nothing sticks out of the round corners',
  'role attribute': 'layout tables are read out as such',
  'table-layout': '`auto`, as without it',
  'target attribute': 'links open where the program opens links',
  'word-break': 'a long address widens the mail',
  'word-spacing': '`normal`, as without it',
};

describe('the HTML of mails', () => {
  it('uses only features that mail programs support (caniemail.com), except the accepted ones', () => {
    const context = messageContextFrom({
      PRODUCT_NAME: 'Foyer',
      SUPPORT_EMAIL: 'help@example.com',
      PUBLIC_URL: new URL('https://portal.test'),
    });
    const action = { label: 'Press', url: context.link('/login') };
    const message = {
      subject: 'Subject',
      preview: 'Preview',
      heading: 'Heading',
      firstName: 'Ada',
      why: 'You get this email because it is a spec.',
      paragraphs: ['Words', { text: 'Words', link: action }, { list: ['One', 'Two'] }],
      rows: [{ label: 'Label', value: 'Value' }],
      action,
      items: [{ text: 'Item', action }],
      notes: ['Note', { text: 'Note', link: action }],
    };
    const { issues } = caniemail({ clients: [...PROGRAMS], html: renderHtml(message, context) });
    const lacking = new Set([...issues.errors.values()].flat().map(({ title }) => title));
    expect([...lacking].toSorted()).toEqual(Object.keys(ACCEPTED).toSorted());
  });
});
