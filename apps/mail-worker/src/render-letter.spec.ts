import { describe, expect, it } from '@jest/globals';
import type { Mail } from '@foyer/mail/mail-kinds';
import { letterContextFrom } from './deliver-mail.ts';
import type { WorkerEnv } from './env.ts';
import { renderHtml, renderText } from './render-letter.ts';
import { writeLetter } from './templates/write-letter.ts';

const context = letterContextFrom({
  PRODUCT_NAME: 'Foyer',
  SUPPORT_EMAIL: 'help@example.com',
  PUBLIC_URL: new URL('https://portal.test'),
} as WorkerEnv);

const mails: Mail[] = [
  {
    kind: 'verify-email',
    to: 'ada@example.com',
    content: { firstName: 'Ada', plan: 'pro', resetToken: 'T0k_en-1' },
  },
  {
    kind: 'already-registered',
    to: 'ada@example.com',
    content: { firstName: 'Ada', resetToken: 'T0k_en-1' },
  },
  { kind: 'reset-password', to: 'ada@example.com', content: { firstName: 'Ada', resetToken: 'T0k_en-1' } },
  {
    kind: 'sign-in-with-sso',
    to: 'ada@example.com',
    content: { firstName: 'Ada', identityProvider: 'acme' },
  },
  { kind: 'account-locked', to: 'ada@example.com', content: { firstName: 'Ada' } },
  { kind: 'password-changed', to: 'ada@example.com', content: { firstName: 'Ada' } },
  {
    kind: 'new-device',
    to: 'ada@example.com',
    content: {
      firstName: 'Ada',
      logins: [
        { at: '2026-11-22T09:14:59.000Z', device: 'Firefox on Windows', place: 'Network of 198.51.100.9' },
        { at: '2026-11-22T21:00:00.000Z', device: 'Visit www.evil.test/now', place: 'Unknown network' },
      ],
    },
  },
  {
    kind: 'team-invitation',
    to: 'ada@example.com',
    content: { inviterName: 'Olive', teamName: 'Harbour Hotel', code: 'c0de', hasAccount: false },
  },
  {
    kind: 'event-invitation',
    to: 'ada@example.com',
    content: { inviterName: 'Olive', eventName: 'Gala', code: 'c0de' },
  },
  {
    kind: 'invitations',
    to: 'ada@example.com',
    content: {
      invitations: [
        { kind: 'team', inviterName: 'Olive', teamName: 'Harbour Hotel', code: 'c0de', hasAccount: true },
        { kind: 'event', inviterName: 'Eve https://evil.test', eventName: 'Gala', code: 'c1de' },
      ],
    },
  },
  {
    kind: 'verify-email',
    to: 'ada@example.com',
    content: {
      ...{ firstName: 'Ada', plan: 'free', resetToken: 'T0k_en-1' },
      invitedTo: { kind: 'team', name: 'Harbour Hotel', inviterName: 'Olive' },
    },
  },
  {
    kind: 'accept-invitation',
    to: 'ada@example.com',
    content: {
      firstName: 'Ada',
      code: 'c0de',
      invitedTo: { kind: 'team', name: 'Hotel', inviterName: 'Olive' },
    },
  },
  {
    kind: 'accept-invitation',
    to: 'ada@example.com',
    content: {
      firstName: 'Ada',
      code: 'c0de',
      invitedTo: { kind: 'event', name: 'Gala', inviterName: 'Olive' },
    },
  },
  { kind: 'switched-team', to: 'ada@example.com', content: { firstName: 'Ada', teamName: 'Harbour Hotel' } },
  {
    kind: 'owner-offered',
    to: 'ada@example.com',
    content: {
      firstName: 'Ada',
      teamName: 'Harbour Hotel',
      ownerName: 'Olive Owner',
      expiresOn: '2026-11-29',
    },
  },
  ...[true, false].flatMap((isOwner) =>
    [{ nextChargeOn: '2026-12-22T09:00:00.000Z' }, {}].map((charge): Mail => ({
      kind: 'handed-over',
      to: 'ada@example.com',
      content: {
        ...{ firstName: 'Ada', teamName: 'Harbour Hotel', otherName: 'Olive www.evil.test' },
        ...{ isOwner, ...charge },
      },
    })),
  ),
  { kind: 'removed', to: 'ada@example.com', content: { firstName: 'Ada', teamName: 'Harbour Hotel' } },
  { kind: 'subscription-started', to: 'ada@example.com', content: { firstName: 'Ada' } },
  {
    kind: 'subscription-started',
    to: 'ada@example.com',
    content: {
      firstName: 'Ada',
      receipt: {
        ...{ subtotal: 19_900, tax: 1_766, total: 21_666 },
        card: { brand: 'visa', last4: '4242' },
        nextBillingDate: '2026-12-22T23:59:59.000Z',
      },
    },
  },
  ...(['free', 'ended'] as const).flatMap((endsAs): Mail[] => [
    {
      kind: 'plan-cancelled',
      to: 'ada@example.com',
      content: { firstName: 'Ada', endsOn: '2026-12-22T09:00:00.000Z', endsAs },
    },
    {
      kind: 'grace-ending',
      to: 'ada@example.com',
      content: { firstName: 'Ada', endsOn: '2026-12-22T09:00:00.000Z', endsAs },
    },
    { kind: 'grace-over', to: 'ada@example.com', content: { firstName: 'Ada', endsAs } },
  ]),
  {
    kind: 'plan-resumed',
    to: 'ada@example.com',
    content: { firstName: 'Ada', nextChargeOn: '2026-12-22T09:00:00.000Z' },
  },
  {
    kind: 'renewal-receipt',
    to: 'ada@example.com',
    content: {
      firstName: 'Ada',
      receipt: {
        ...{ subtotal: 19_900, tax: 1_766, total: 21_666 },
        card: { brand: 'visa', last4: '4242' },
        nextBillingDate: '2027-01-22T23:59:59.000Z',
      },
    },
  },
  {
    kind: 'card-expiring',
    to: 'ada@example.com',
    content: { firstName: 'Ada', brand: 'visa', last4: '4242', month: 12, year: 2026 },
  },
  {
    kind: 'members-changed',
    to: 'ada@example.com',
    content: {
      ...{ firstName: 'Ada', teamName: 'Harbour Hotel' },
      people: [
        { name: 'Mia Member', email: 'mia@example.com', what: 'joined' },
        { name: 'Max www.evil.test', email: 'max@example.com', what: 'left' },
        { name: 'Moe Member', email: 'moe@example.com', what: 'declined' },
      ],
      moreCount: 2,
    },
  },
  {
    kind: 'members-changed',
    to: 'ada@example.com',
    content: {
      ...{ firstName: 'Ada', teamName: 'Harbour Hotel', moreCount: 0 },
      people: [{ name: 'Mia Member', email: 'mia@example.com', what: 'left' }],
    },
  },
  { kind: 'payment-failed', to: 'ada@example.com', content: { firstName: 'Ada' } },
  { kind: 'payment-confirmation', to: 'ada@example.com', content: { firstName: 'Ada' } },
  {
    kind: 'payment-not-made',
    to: 'ada@example.com',
    content: { firstName: 'Ada', reason: 'Your card was declined.' },
  },
  { kind: 'subscription-ended', to: 'ada@example.com', content: { firstName: 'Ada' } },
  {
    kind: 'new-sso-link',
    to: 'ada@example.com',
    content: { firstName: 'Ada', identityProvider: 'acme' },
  },
  {
    kind: 'app-granted',
    to: 'ada@example.com',
    content: { firstName: 'Ada', appName: 'Planner', scopes: ['profile', 'events.invite'] },
  },
  {
    kind: 'seat-requested',
    to: 'ada@example.com',
    content: {
      firstName: 'Ada',
      teamName: 'Harbour Hotel',
      requesterName: 'Nora Newcomer',
      requesterEmail: 'nora@example.com',
    },
  },
  {
    kind: 'seats-requested',
    to: 'ada@example.com',
    content: {
      firstName: 'Ada',
      teamName: 'Harbour Hotel',
      people: [{ name: 'Nora Newcomer', email: 'nora@example.com' }],
      moreCount: 39,
    },
  },
  {
    kind: 'identities-pending',
    to: 'ada@example.com',
    content: {
      firstName: 'Ada',
      teamName: 'Harbour Hotel',
      people: [{ name: 'Nora Newcomer', email: 'nora@example.com' }],
      moreCount: 0,
    },
  },
  { kind: 'reset-withheld', to: 'ada@example.com', content: { firstName: 'Ada', teamName: 'Harbour Hotel' } },
  {
    kind: 'certificate-ending',
    to: 'ada@example.com',
    content: { firstName: 'Ada', identityProvider: 'acme', endsOn: '2027-01-31' },
  },
  { kind: 'welcome', to: 'ada@example.com', content: { firstName: 'Ada', plan: 'free' } },
];

describe('letters', () => {
  it.each(mails)('$kind says the same in text and HTML and links only to the portal', (mail) => {
    const letter = writeLetter(mail, context);
    const text = renderText(letter, context);
    const html = renderHtml(letter, context);
    expect(letter.subject).not.toBe('');
    for (const words of [letter.heading, ...letter.paragraphs, ...letter.notes]) {
      expect(text).toContain(words);
      expect(html).toContain(words.replaceAll("'", '&#39;'));
    }
    for (const [, link] of html.matchAll(/href="([^"]+)"/g))
      expect(link).toMatch(/^(https:\/\/portal\.test\/|mailto:help@)/);
  });

  it('says when, with what browser and where from somebody logged in', () => {
    const mail = mails.find(({ kind }) => kind === 'new-device') as Mail;
    const text = renderText(writeLetter(mail, context), context);
    expect(text).toContain('22 November 2026 at 09:14 UTC: Firefox on Windows. Network of 198.51.100.9.');
    expect(text).toContain('22 November 2026 at 21:00 UTC: Visit. Unknown network.');
    expect(text).toContain('https://portal.test/settings/security');
    expect(text).toContain('https://portal.test/forgot-password');
  });

  it('tells of each of several invitations, with its own link and without what a name smuggles in', () => {
    const mail = mails.find((one) => one.kind === 'invitations');
    if (!mail) throw new Error('no mail');
    const letter = writeLetter(mail, context);
    const text = renderText(letter, context);
    const html = renderHtml(letter, context);
    for (const said of [text, html]) {
      for (const name of ['Olive', 'Harbour Hotel', 'Eve', 'Gala']) expect(said).toContain(name);
      expect(said).toContain('https://portal.test/switch-team/c0de');
      expect(said).toContain('https://portal.test/join-event/c1de?event_name=Gala');
      expect(said).not.toContain('evil');
    }
  });

  it('is a receipt of what was paid: sum, tax, card, next date, and the way to the invoice', () => {
    const mail = mails.findLast(({ kind }) => kind === 'subscription-started');
    if (!mail) throw new Error('no mail');
    const letter = writeLetter(mail, context);
    const rows = [
      ['Subtotal', '$199.00'],
      ['Tax', '$17.66'],
      ['Charged today', '$216.66'],
      ['Card', 'Visa ending in 4242'],
      ['Next billing date', 'December 22, 2026'],
    ];
    const text = renderText(letter, context);
    expect(text).toContain(rows.map(([label, value]) => `${label}: ${value}`).join('\n'));
    expect(text).toContain('See your plan and invoice:\nhttps://portal.test/settings/billing');
    const cells = renderHtml(letter, context).matchAll(
      /<tr><th[^>]*>([^<]*)<\/th><td[^>]*>([^<]*)<\/td><\/tr>/g,
    );
    expect([...cells].map(([, label, value]) => [label, value])).toEqual(rows);
  });

  it.each([
    ['plan-cancelled', 'PRO is yours until December 22, 2026, and your card is not charged again.'],
    ['plan-cancelled', 'Your team then stays on the Free Trial'],
    ['plan-cancelled', 'From then on nobody of your team gets in'],
    ['plan-resumed', 'charged again on December 22, 2026'],
    ['grace-ending', 'Unless it is paid before, PRO ends on December 22, 2026.'],
    ['grace-over', 'Your team is on the Free Trial now'],
    ['grace-over', 'until you take PRO up again'],
    ['renewal-receipt', 'Your card was charged $216.66'],
    ['card-expiring', 'Visa ending in 4242, which pays for PRO, expires at the end of December 2026.'],
    ['handed-over', 'renews on December 22, 2026. The card of Olive is not charged any more'],
    ['members-changed', 'Mia Member (mia@example.com) accepted your invitation.'],
    ['members-changed', 'Mia Member left the team\n'],
    ['members-changed', '5 changes in Harbour Hotel'],
    ['members-changed', 'And 2 more.'],
    ['owner-offered', 'The offer stands until November 29, 2026'],
  ])('of kind %s says “%s”, in words a person reads', (kind, words) => {
    const texts = mails
      .filter((mail) => mail.kind === kind)
      .map((mail) => renderText(writeLetter(mail, context), context));
    expect(texts.filter((text) => text.includes(words))).not.toEqual([]);
    for (const text of texts) expect(text).not.toMatch(/\d{4}-\d\d-\d\d|undefined|NaN/);
  });

  it('carries the token and the plan to the password screen', () => {
    const [mail] = mails;
    if (!mail) throw new Error('no mail');
    expect(renderText(writeLetter(mail, context), context)).toContain(
      'https://portal.test/reset-password?resetToken=T0k_en-1&plan=pro',
    );
  });

  it.each([
    ['"><img src=x onerror=1>', '&gt;&lt;img src=x onerror=1&gt;'],
    ['{{7*7}} ${7*7} <%=7*7%>', '{{7*7}} ${7*7} &lt;%=7*7%&gt;'],
    ['Win at https://evil.test/now Ada', 'Hello Win at Ada,'],
    ['evil.test', 'Hello there,'],
    ['www.evil Ada', 'Hello Ada,'],
    ['Ada\r\nBcc: x', 'Hello Ada Bcc: x,'],
    ['x'.repeat(500), `Hello ${'x'.repeat(60)},`],
  ])('takes a name of %j as words, nothing else', (firstName, words) => {
    const letter = writeLetter(
      { kind: 'verify-email', to: 'a@example.com', content: { firstName, plan: 'free', resetToken: 't' } },
      context,
    );
    expect(renderHtml(letter, context)).toContain(words);
    expect(letter.subject).toBe('Verify your email for Foyer');
  });
});
