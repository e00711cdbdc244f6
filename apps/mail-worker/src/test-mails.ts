import type { Mail, MailContents, MailKind, MailedReceipt } from '@foyer/mail/mail-kinds';

const ada = { firstName: 'Ada' };
const team = { teamName: 'Harbour Hotel' };
const olive = { inviterName: 'Olive Owner', inviterEmail: 'olive@example.com' };
const endsOn = '2026-12-22T09:00:00.000Z';
const resetToken = 'T0k_en-1';
const receipt: MailedReceipt = {
  currency: 'usd',
  subtotal: 19_900,
  discount: 0,
  tax: 1_766,
  total: 21_666,
  paidAt: '2026-11-22T23:59:58.000Z',
  charged: { card: 21_666, credit: 0, outside: 0 },
  card: { brand: 'visa', last4: '4242' },
  nextBillingDate: '2026-12-22T23:59:59.000Z',
};
const bothWays = [true, false];
const nora = { name: 'Nora Newcomer', email: 'nora@example.com' };

const samples: { [Kind in MailKind]: MailContents[Kind][] } = {
  'verify-email': [
    { ...ada, plan: 'pro', resetToken },
    { ...ada, plan: 'free', resetToken, invitedTo: { kind: 'team', name: 'Harbour Hotel', ...olive } },
  ],
  'already-registered': [{ ...ada, resetToken }],
  'reset-password': [{ ...ada, resetToken }],
  'confirm-address': [{ ...ada, token: resetToken }],
  'address-changed': [
    { ...ada, newEmail: 'new@example.com', undoToken: resetToken, undoUntil: '2026-11-29T09:14:00.000Z' },
  ],
  'access-ended': [
    {
      ...ada,
      identityProvider: 'acme',
      hasApp: true,
      recoveryCodes: 10,
      passkeys: ['Firefox on Windows', 'Visit www.evil.test/now'],
      connectedApps: ['Badgateway www.evil.test'],
    },
    {
      ...ada,
      identityProvider: 'acme',
      hasApp: false,
      recoveryCodes: 1,
      passkeys: [],
      connectedApps: [],
    },
  ],
  'sign-in-with-sso': [{}, { resetToken }].map((more) => ({ ...ada, identityProvider: 'acme', ...more })),
  'account-locked': [ada],
  'account-leaving': [{ ...ada, erasedOn: endsOn }],
  'account-kept': [ada],
  'account-erased': [ada],
  'data-ready': [{ ...ada, until: endsOn }],
  'password-changed': [0, 2].map((passkeys) => ({ ...ada, passkeys })),
  'passkey-changed': (['added', 'removed', 'copied'] as const).map((what) => ({
    ...ada,
    what,
    byCompany: what === 'added',
    name: 'Safari on iOS',
    browser: 'Visit www.evil.test/now',
    system: 'iOS',
    at: '2026-11-22T09:14:59.000Z',
  })),
  'factor-required': bothWays.flatMap((hasOne) =>
    [{}, { hasCompany: true }].map((company) => ({ ...ada, ...team, by: '2026-12-03', hasOne, ...company })),
  ),
  'factor-waived': [{ ...ada, ...team }],
  'second-factor-added': bothWays.map((byCompany) => ({ ...ada, byCompany })),
  'second-factor-removed': [ada],
  'recovery-codes-made': [ada],
  'recovery-code-used': [
    { ...ada, codesLeft: 9 },
    { ...ada, codesLeft: 1 },
  ],
  'lost-factor-code': [{ ...ada, code: 'AB12-CD34' }],
  'lost-factor': [
    { ...ada, what: 'begun', endsAt: endsOn, stopToken: resetToken },
    { ...ada, what: 'begun', endsAt: endsOn, stopToken: resetToken, ownerOf: 'Harbour www.evil.test' },
    { ...ada, what: 'ending', endsAt: endsOn, stopToken: resetToken },
    { ...ada, what: 'stopped', endsAt: endsOn },
    { ...ada, what: 'done', endsAt: endsOn },
  ],
  'codes-locked': [
    { ...ada, what: 'app', isForADay: false },
    { ...ada, what: 'app', isForADay: true },
    { ...ada, what: 'recovery-code', isForADay: true },
  ],
  'login-unfinished': [{ ...ada, at: '2026-11-22T09:14:59.000Z' }],
  'new-device': [
    {
      ...ada,
      logins: [
        {
          at: '2026-11-22T09:14:59.000Z',
          browser: 'Firefox',
          system: 'Windows',
          network: { kind: 'other', address: '198.51.100.9' },
        },
        {
          at: '2026-11-22T21:00:00.000Z',
          browser: 'Visit www.evil.test/now',
          network: { kind: 'unknown' },
        },
        {
          at: '2026-11-22T22:00:00.000Z',
          network: { kind: 'private' },
        },
      ],
    },
  ],
  'team-invitation': [
    { ...olive, ...team, code: 'c0de', hasAccount: false },
    { inviterName: 'Olive', inviterEmail: '', ...team, code: 'c0de', hasAccount: true },
  ],
  'event-invitation': [{ ...olive, eventName: 'Gala', code: 'c0de' }],
  invitations: [
    {
      invitations: [
        { kind: 'team', ...olive, ...team, code: 'c0de', hasAccount: true },
        {
          kind: 'event',
          inviterName: 'Eve https://evil.test',
          inviterEmail: 'www.evil.test/now@example.com',
          eventName: 'Gala',
          code: 'c1de',
        },
      ],
    },
  ],
  'accept-invitation': [
    { ...ada, code: 'c0de', invitedTo: { kind: 'team', name: 'Hotel', ...olive } },
    { ...ada, code: 'c0de', invitedTo: { kind: 'event', name: 'Gala', ...olive } },
  ],
  'switched-team': bothWays.map((hadCompany) => ({ ...ada, ...team, hadCompany })),
  'left-team': bothWays.map((hadCompany) => ({ ...ada, ...team, hadCompany })),
  'owner-offered': [{ ...ada, ...team, ownerName: 'Olive Owner', expiresOn: '2026-11-29' }],
  'handed-over': [true, false].flatMap((isOwner) =>
    [{ nextChargeOn: endsOn }, { nextChargeOn: '' }, {}].map((charge) => ({
      ...ada,
      ...team,
      otherName: 'Olive',
      isOwner,
      ...charge,
    })),
  ),
  'card-removed': [[], [{ amount: 21_666, currency: 'usd', paidOn: endsOn }]].map((payments) => ({
    ...ada,
    ...team,
    payments,
  })),
  removed: bothWays.map((hadCompany) => ({ ...ada, ...team, hadCompany })),
  'subscription-started': [ada, { ...ada, receipt }],
  'payment-failed': [
    { ...ada, endsOn, hasCard: true },
    { ...ada, endsOn, hasCard: false },
  ],
  'payment-confirmation': [{ ...ada, endsOn }],
  'payment-not-made': [
    { ...ada, reason: 'Your card was declined.', declineCode: 'generic_decline' },
    { ...ada, reason: '' },
  ],
  'subscription-ended': [
    { ...ada, endsAs: 'ended' },
    { ...ada, endsAs: 'free' },
    { ...ada, endsAs: 'ended', wasUnpaid: true },
  ],
  'late-payment': [true, false].map((isRefunded) => ({
    ...ada,
    amount: 21_666,
    currency: 'usd',
    isRefunded,
  })),
  'team-shut': [{ ...ada, ...team }],
  'plan-cancelled': [
    { ...ada, endsOn, endsAs: 'free', hasCard: true },
    { ...ada, endsOn, endsAs: 'ended', hasCard: true },
  ],
  'plan-resumed': [
    {
      ...ada,
      renewsOn: endsOn,
      paidUntil: endsOn,
      hasCard: true,
      nextCharge: { kind: 'renewal', at: endsOn, cents: 21_666, currency: 'usd' },
    },
  ],
  'grace-ending': [
    { ...ada, endsOn, endsAs: 'free' },
    { ...ada, endsOn, endsAs: 'ended' },
  ],
  'grace-over': [
    { ...ada, endsAs: 'free' },
    { ...ada, endsAs: 'ended' },
  ],
  'renewal-receipt': [{ ...ada, receipt }],
  'card-expiring': [{ ...ada, brand: 'visa', last4: '4242', month: 12, year: 2026 }],
  'new-sso-link': [{ ...ada, identityProvider: 'acme' }],
  'seats-requested': [
    { ...ada, ...team, people: [nora], moreCount: 39 },
    { ...ada, ...team, people: [nora], moreCount: 0 },
  ],
  'identities-pending': [{ ...ada, ...team, people: [nora], moreCount: 0 }],
  'members-changed': [
    {
      ...ada,
      ...team,
      moreCount: 2,
      people: [
        { name: 'Mia Member', email: 'mia@example.com', what: 'joined' },
        { name: 'Max www.evil.test', email: 'max@example.com', what: 'left' },
        { name: 'Moe Member', email: 'moe@example.com', what: 'declined' },
      ],
    },
    {
      ...ada,
      ...team,
      moreCount: 0,
      people: [{ name: 'Mia Member', email: 'mia@example.com', what: 'left' }],
    },
  ],
  'reset-withheld': [{ ...ada, ...team }],
  'certificate-ending': [{ ...ada, identityProvider: 'acme', endsOn: '2027-01-31' }],
  'app-granted': [{ ...ada, appName: 'Planner', scopes: ['profile', 'events.invite'] }],
  welcome: [{ ...ada, plan: 'free' }],
};

export const mails: Mail[] = Object.entries(samples).flatMap(([kind, contents]) =>
  contents.map((content) => ({ kind, to: 'ada@example.com', content }) as Mail),
);

const names = {
  long: 'Wilhelmina-Konstantinopolitanska von und zu Donaudampfschifffahrt & Söhne',
  unbroken: 'W'.repeat(90),
  rightToLeft: 'مريم حسن שלום',
  emoji: '👩‍👩‍👧‍👦🏳️‍🌈 Zoë "Z" O’Hara <b>',
  hostile: '"><img src=x onerror=1> {{subject}} {{{why}}} \r\nBcc: eve@evil.test https://evil.test/now',
};
/** An email address of nearly the maximum length (RFC 5321, section 4.5.3.1). */
const LONG_EMAIL = `${'o'.repeat(64)}@${`${'x'.repeat(60)}.`.repeat(3)}com`;

export const mailsWithExtremeValues: { what: keyof typeof names; mail: Mail }[] = (
  Object.keys(names) as (keyof typeof names)[]
).flatMap((what) =>
  mails.map((mail) => ({
    what,
    mail: { ...mail, content: replaceValues(mail.content, names[what]) } as Mail,
  })),
);

function replaceValues(value: unknown, name: string, key = ''): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => replaceValues(one, name, key));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([inner, one]) => [inner, replaceValues(one, name, inner)]),
    );
  if (/name$/i.test(key) || ['device', 'browser', 'system'].includes(key)) return name;
  return /email$/i.test(key) ? LONG_EMAIL : value;
}
