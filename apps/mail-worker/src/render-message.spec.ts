import { describe, expect, it } from '@jest/globals';
import type { Mail } from '@foyer/mail/mail-kinds';
import { messageContextFrom } from './deliver-mail.ts';
import type { Message } from './message.ts';
import { MARK_ID, renderHtml, renderText } from './render-message.ts';
import { mails, mailsWithExtremeValues } from './test-mails.ts';
import { writeMessage } from './templates/write-message.ts';

const env = {
  PRODUCT_NAME: 'Foyer',
  SUPPORT_EMAIL: 'help@example.com',
  PUBLIC_URL: new URL('https://portal.test'),
};
const context = messageContextFrom(env);

const GMAIL_CLIPS_AT = 102 * 1024;
const ESCAPED = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const unlinked = (name: string) => name.replace(/[.@/:](?=\S)/g, '\u200c$&\u200c');

const inHtml = (words: string) =>
  Object.entries(ESCAPED).reduce((text, [character, escaped]) => text.replaceAll(character, escaped), words);

function wordsOf(message: Message): string[] {
  const { heading, paragraphs, rows = [], action, items = [], notes, why } = message;
  const passages = [...paragraphs, ...notes].flatMap((passage) => {
    if (typeof passage === 'string') return [passage];
    return 'list' in passage ? passage.list : [passage.text, passage.link.label, passage.link.url];
  });
  const pressed = [...(action ? [action] : []), ...items.map(({ action: one }) => one)];
  return [
    heading,
    ...passages,
    ...items.map(({ text }) => text),
    why,
    ...[...rows, ...pressed].flatMap((pair) => Object.values(pair)),
  ];
}

function valuesIn(content: unknown): string[] {
  if (typeof content === 'string') return [content];
  return typeof content === 'object' && content !== null ? Object.values(content).flatMap(valuesIn) : [];
}

function secretsIn(content: unknown): string[] {
  if (typeof content !== 'object' || content === null) return [];
  return Object.entries(content).flatMap(([key, value]) =>
    /(^code|Token|^token)$/.test(key) ? valuesIn(value) : secretsIn(value),
  );
}

function expectOnlyOurLinks(html: string): void {
  for (const [, link] of html.matchAll(/href="([^"]+)"/g))
    expect(link).toMatch(/^(https:\/\/portal\.test\/|mailto:help@)/);
  expect([...html.matchAll(/<img[^>]*src="([^"]*)"/g)].map(([, source]) => source)).toEqual([
    `cid:${MARK_ID}`,
  ]);
}

describe('a message', () => {
  it.each(mails)(
    'of kind $kind has the same content in text and HTML, and links only to the portal',
    (mail) => {
      const message = writeMessage(mail, context);
      const text = renderText(message, context);
      const html = renderHtml(message, context);
      expect(message.subject).not.toBe('');
      for (const words of wordsOf(message)) {
        expect(text).toContain(words);
        expect(html).toContain(inHtml(words));
      }
      expectOnlyOurLinks(html);
      expect(html).not.toMatch(/{{|}}|undefined|\[object/);
    },
  );

  /** Lock screens show subject and preview, and mail servers log subjects. */
  it.each(mails)('of kind $kind has no code or token in its subject or preview', (mail) => {
    const { subject, preview } = writeMessage(mail, context);
    for (const secret of secretsIn(mail.content))
      for (const shown of [subject, preview]) expect(shown).not.toContain(secret);
  });

  it.each(mailsWithExtremeValues)(
    'of kind $mail.kind stays complete and safe with names that are $what',
    ({ what, mail }) => {
      const message = writeMessage(mail, context);
      const text = renderText(message, context);
      const html = renderHtml(message, context);
      for (const words of wordsOf(message)) {
        expect(text).toContain(words);
        expect(html).toContain(inHtml(words));
      }
      expectOnlyOurLinks(html);
      expect(html.length).toBeLessThan(GMAIL_CLIPS_AT);
      expect(message.subject).not.toMatch(/[\r\n]/);
      for (const [link] of text.matchAll(/\S*\/\/\S*|\bwww\.\S*/g))
        expect(link).toMatch(/^https:\/\/portal\.test\//);
      for (const said of [message.subject, text, html]) {
        expect(said.replace(/https:\/\/portal\.test[^\s"<]*/g, '')).not.toMatch(/evil\.\w|[@/]evil/);
        expect(said.split('\u2068')).toHaveLength(said.split('\u2069').length);
        if (what !== 'rightToLeft') expect(said).not.toContain('\u2068');
      }
      expect(html).not.toMatch(/href="[^"]*%E2%81%A[89]/i);
    },
  );

  it('greets a reader with an Arabic name without reversing the sentence', () => {
    const content = { firstName: 'مريم', plan: 'free', resetToken: 't' } as const;
    const message = writeMessage({ kind: 'verify-email', to: 'a@example.com', content }, context);
    expect(renderText(message, context)).toContain('Hello \u2068مريم\u2069,');
  });

  it('names an inviter with their email address, unless it would look like a link', () => {
    const said = (inviterEmail: string) => {
      const content = { inviterName: 'Olive', inviterEmail, teamName: 'Hotel', code: 'c', hasAccount: false };
      return renderText(
        writeMessage({ kind: 'team-invitation', to: 'a@example.com', content }, context),
        context,
      );
    };
    expect(said('olive@example.com')).toContain('Olive (olive@example.com) invited you to the team Hotel');
    for (const email of ['www.evil.test/now@example.com', 'evil.test/now@example.com', ''])
      expect(said(email)).toContain('Olive invited you to the team Hotel');
  });

  it('shows time, browser and network of each login', () => {
    const mail = mails.find(({ kind }) => kind === 'new-device') as Mail;
    const text = renderText(writeMessage(mail, context), context);
    expect(text).toContain('November 22, 2026 at 9:14 AM UTC: Firefox on Windows. IP address 198.51.100.9.');
    expect(text).toContain(
      `November 22, 2026 at 9:00 PM UTC: ${unlinked('Visit www.evil.test/now')}. Unknown network.`,
    );
    expect(text).toContain('November 22, 2026 at 10:00 PM UTC: Unknown device. A private network.');
    expect(text).toContain('https://portal.test/settings/security');
    expect(text).toContain('https://portal.test/forgot-password');
  });

  it('lists several invitations, each with its own link, and turns no name into a link', () => {
    const mail = mails.find((one) => one.kind === 'invitations');
    if (!mail) throw new Error('no mail');
    const message = writeMessage(mail, context);
    const text = renderText(message, context);
    const html = renderHtml(message, context);
    for (const said of [text, html]) {
      expect(said).toContain('Olive Owner (olive@example.com) invited you to the team Harbour Hotel.');
      expect(said).toContain(`Eve ${unlinked('https://evil.test')} shared the event “Gala” with you.`);
      expect(said).toContain('https://portal.test/switch-team/c0de');
      expect(said).toContain('https://portal.test/join-event/c1de?event_name=Gala');
      expect(said).not.toContain('evil.test');
    }
  });

  it('tells a former address how to change the email address back, and until when', () => {
    const content = { firstName: 'Ada', passkeys: 0 };
    const mail = { kind: 'password-changed', to: 'former@example.com', content } as const;
    const textOf = (more: { undoUntil?: Date }) =>
      renderText(writeMessage({ ...mail, ...more }, context), context);
    expect(textOf({ undoUntil: new Date('2026-11-30T09:14:00Z') })).toContain(
      'We’re also sending this to your former email address. If you didn’t change your email address, you can change it back until November 30, 2026 at 9:14 AM UTC with the link in the email “The email address of your Foyer account was changed”.',
    );
    expect(textOf({})).not.toContain('former address');
  });

  it('about a new subscription is a receipt: sum, tax, card, next billing date, link to the invoice', () => {
    const mail = mails.findLast(({ kind }) => kind === 'subscription-started');
    if (!mail) throw new Error('no mail');
    const message = writeMessage(mail, context);
    const rows = [
      ['Subtotal', '$199.00'],
      ['Tax', '$17.66'],
      ['Charged to your card on November 22, 2026', '$216.66'],
      ['Card', 'Visa ending in 4242'],
      ['Next billing date', 'December 22, 2026'],
    ];
    const text = renderText(message, context);
    expect(text).toContain(rows.map(([label, value]) => `${label}: ${value}`).join('\n'));
    expect(text).toContain('See your plan and invoice:\nhttps://portal.test/settings/billing');
    const cells = renderHtml(message, context).matchAll(/<th[^>]*>([^<]*)<\/th>\s*<td[^>]*>([^<]*)<\/td>/g);
    expect([...cells].map(([, label = '', value = '']) => [label.trim(), value.trim()])).toEqual(rows);
  });

  it.each([
    ['plan-cancelled', 'You keep PRO until December 22, 2026, and we won’t charge your card again.'],
    ['plan-cancelled', 'After that, your team moves to the Free Trial'],
    ['plan-cancelled', 'After that, no one on your team has access'],
    ['team-shut', 'You can switch teams or leave the team.'],
    ['plan-resumed', 'PRO renews on December 22, 2026'],
    ['grace-ending', 'PRO ends on December 22, 2026 unless you pay before then.'],
    ['grace-over', 'Your team is now on the Free Trial'],
    ['grace-over', 'until you restart PRO'],
    ['subscription-ended', 'We won’t charge your card for it.'],
    ['late-payment', 'Your card was charged $216.66 just as your PRO plan ended. We refunded it.'],
    ['late-payment', 'Your payment of $216.66 arrived after your PRO plan had ended'],
    ['renewal-receipt', 'We charged $216.66 to your card on November 22, 2026'],
    ['card-expiring', 'We charge PRO to Visa ending in 4242, which expires at the end of December 2026.'],
    ['handed-over', 'renews on December 22, 2026. We’re removing the previous owner’s card.'],
    ['handed-over', 'its latest payment is still due. We’re removing the previous owner’s card.'],
    ['handed-over', 'We’re removing your card from the team’s PRO plan.'],
    ['card-removed', 'won’t charge it for the team anymore.'],
    ['card-removed', 'Before we removed it, your card was charged $216.66 on December 22, 2026.'],
    ['members-changed', 'Mia Member (mia@example.com) accepted your invitation.'],
    ['members-changed', 'Mia Member left the team\n'],
    ['members-changed', '5 changes to your team'],
    ['members-changed', 'And 2 more.'],
    ['left-team', 'Your former team’s company sign-in no longer opens your account.'],
    ['switched-team', 'Your former team’s company sign-in no longer opens your account.'],
    ['removed', 'Your former team’s company sign-in no longer opens your account.'],
    ['factor-required', 'After December 3, 2026, you’ll need two-step verification'],
    ['factor-required', 'You haven’t set it up yet.'],
    ['factor-required', 'You’ve already set it up, so there’s nothing to do.'],
    ['factor-required', 'or your company’s sign-in if it includes two-step verification'],
    ['sign-in-with-sso', 'Someone, maybe you, tried to sign up with this email address.'],
    ['sign-in-with-sso', 'We got a request to reset your password'],
    ['payment-failed', 'Add a card'],
    ['owner-offered', 'You can accept until November 29, 2026'],
  ])('of kind %s says “%s”, and shows no raw value', (kind, words) => {
    const texts = mails
      .filter((mail) => mail.kind === kind)
      .map((mail) => renderText(writeMessage(mail, context), context));
    expect(texts.filter((text) => text.includes(words))).not.toEqual([]);
    for (const text of texts) expect(text).not.toMatch(/\d{4}-\d\d-\d\d|undefined|NaN/);
  });

  it('that verifies an address links to the password page with the token and the plan', () => {
    const [mail] = mails;
    if (!mail) throw new Error('no mail');
    expect(renderText(writeMessage(mail, context), context)).toContain(
      'https://portal.test/reset-password?resetToken=T0k_en-1&plan=pro',
    );
  });

  it.each([
    ['"><img src=x onerror=1>', '&gt;&lt;img src=x onerror=1&gt;'],
    ['{{7*7}} ${7*7} <%=7*7%>', '{{7*7}} ${7*7} &lt;%=7*7%&gt;'],
    ['Win at https://evil.test/now Ada', `Hello Win at ${unlinked('https://evil.test/now')} Ada,`],
    ['Booking.com', `Hello ${unlinked('Booking.com')},`],
    ['Dr.Oetker', `Hello ${unlinked('Dr.Oetker')},`],
    ['www.evil Ada', `Hello ${unlinked('www.evil')} Ada,`],
    ['mailto:ada@evil.test', `Hello ${unlinked('mailto:ada@evil.test')},`],
    ['Hotel St. Georg: Bar', 'Hello Hotel St. Georg: Bar,'],
    ['\u200b', 'Hello,'],
    ['Ada\r\nBcc: x', 'Hello Ada Bcc: x,'],
    ['x'.repeat(500), `Hello ${'x'.repeat(60)},`],
  ])('shows the name %j as plain text, never as markup or a link [asvs 1.2.1, 1.3.7]', (firstName, words) => {
    const message = writeMessage(
      { kind: 'verify-email', to: 'a@example.com', content: { firstName, plan: 'free', resetToken: 't' } },
      context,
    );
    expect(renderHtml(message, context)).toContain(words);
    expect(message.subject).toBe('Verify your email for Foyer');
  });

  it('is in the language of its reader, in HTML and text, and declares the language', () => {
    const german = messageContextFrom(env, 'de');
    const content = { firstName: 'Ada', plan: 'free', resetToken: 't' } as const;
    const message = writeMessage({ kind: 'verify-email', to: 'a@example.com', content }, german);
    expect(message.subject).toBe('Bestätigen Sie Ihre E-Mail-Adresse für Foyer');
    expect(renderText(message, german)).toContain('Guten Tag Ada,');
    expect(renderHtml(message, german)).toContain('<html lang="de" dir="ltr"');
  });

  it('runs from right to left in Arabic, and isolates Latin names in it', () => {
    const arabic = messageContextFrom(env, 'ar');
    for (const mail of mails) {
      const html = renderHtml(writeMessage(mail, arabic), arabic);
      expect(html).toContain('<html lang="ar" dir="rtl"');
      expect(html).not.toMatch(/direction:ltr|text-align:left|margin-right/);
    }
    const ada = { inviterName: 'Ada Lovelace', inviterEmail: '' };
    const content = { ...ada, teamName: 'Hotel', code: 'c', hasAccount: true };
    const mail = { kind: 'team-invitation', to: 'a@example.com', content } as const;
    expect(writeMessage(mail, arabic).subject).toContain('\u2068Ada Lovelace\u2069');
  });

  it('formats dates, times and money for its language', () => {
    const german = messageContextFrom(env, 'de');
    const said = mails.map((mail) => renderText(writeMessage(mail, german), german)).join('\n');
    for (const words of [
      '22. Dezember 2026',
      '22. November 2026 um 09:14 UTC',
      '216,66\u00a0$',
      'Dezember 2026',
    ])
      expect(said).toContain(words);
    expect(said).not.toMatch(/December|\$\d/);
  });

  it('shows times in the time zone of its reader, or in UTC if it is unknown', () => {
    const content = { firstName: 'Ada', until: '2026-11-22T09:14:00.000Z' };
    const said = (timeZone?: string) => {
      const context = messageContextFrom(env, 'en', timeZone);
      return renderText(writeMessage({ kind: 'data-ready', to: 'a@example.com', content }, context), context);
    };
    expect(said()).toContain('November 22, 2026 at 9:14 AM UTC');
    expect(said('Asia/Kolkata')).toContain('November 22, 2026 at 2:44 PM GMT+5:30');
  });

  it.each(mails)('of kind $kind contains only translatable text', (mail) => {
    const pseudo = messageContextFrom(env, 'en-XA');
    const message = writeMessage(mail, pseudo);
    const text = [message.subject, message.preview, renderText(message, pseudo)].join('\n');
    const given = valuesIn(mail.content).flatMap((value) => value.split(/[^\p{L}]+/u));
    const plain = text.replace(/https:\S+|\S+@\S+/g, '').match(/(?<!\p{L})[a-z]{3,}(?!\p{L})/giu) ?? [];
    const known = ['Foyer', 'PRO', 'UTC', 'Visa', 'November', 'December', 'January', ...given];
    expect(plain.filter((word) => !known.includes(word))).toEqual([]);
  });
});
