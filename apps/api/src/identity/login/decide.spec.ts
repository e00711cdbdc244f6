import { describe, expect, it } from '@jest/globals';
import { decide, type DecidedAccount, type Decision, type LoginMethod } from './decide.ts';

const NOW = '2026-12-04T10:00:00Z';
const LONG_AGO = '2020-01-01T10:00:00Z';
const MADE_AT = new Date('2026-03-01T10:00:00Z');
const COMPANY = 'f6f1c2a0-0000-4000-8000-000000000001';

const means = {
  'password, new browser': { by: 'password', browser: 'new' },
  'password, known browser': { by: 'password', browser: 'known' },
  'password, trusted browser': { by: 'password', browser: 'trusted' },
  'code of the app': { by: 'second-step', factor: 'app', dependsOnIdp: null },
  'recovery code': { by: 'second-step', factor: 'recovery-code', dependsOnIdp: null },
  passkey: { by: 'passkey', madeAt: MADE_AT, dependsOnIdp: null },
  company: {
    by: 'company',
    hasSecondFactor: false,
    dependsOnIdp: COMPANY,
    authenticatedAt: null,
    endsAt: undefined,
  },
  'company with two factors': {
    by: 'company',
    hasSecondFactor: true,
    dependsOnIdp: COMPANY,
    authenticatedAt: null,
    endsAt: undefined,
  },
} as const satisfies Record<string, LoginMethod>;
type Way = keyof typeof means;
const ways = Object.keys(means) as Way[];

type Condition = {
  isDeactivated: boolean;
  hasApp: boolean;
  isDeletionPending: boolean;
  due: 'none' | 'team' | 'portal';
  plan: 'free' | 'paid' | 'ended, owner' | 'ended, member';
};

const conditions = [false, true].flatMap((isDeactivated) =>
  [false, true].flatMap((hasApp) =>
    [false, true].flatMap((isDeletionPending) =>
      (['none', 'team', 'portal'] as const).flatMap((due) =>
        (['free', 'paid', 'ended, owner', 'ended, member'] as const).map((plan): Condition => ({
          isDeactivated,
          hasApp,
          isDeletionPending,
          due,
          plan,
        })),
      ),
    ),
  ),
);

const statusOf = { free: null, paid: 'active', 'ended, owner': 'canceled', 'ended, member': 'canceled' };

const accountOf = ({ isDeactivated, hasApp, isDeletionPending, due, plan }: Condition): DecidedAccount => ({
  id: 'ada',
  ownerId: plan === 'ended, member' ? 'grace' : 'ada',
  deactivatedAt: isDeactivated ? LONG_AGO : null,
  secondFactorAt: hasApp ? MADE_AT.toISOString() : null,
  factorDependsOnIdp: null,
  isDeletionPending,
  subscriptionStatus: statusOf[plan],
  endsAs: plan.startsWith('ended') ? 'ended' : null,
  teamFactorDueAt: due === 'team' ? LONG_AGO : null,
  teamSince: LONG_AGO,
  createdAt: LONG_AGO,
  readAt: NOW,
});
const decideFor = (condition: Condition, way: LoginMethod): Decision =>
  decide(accountOf(condition), way, condition.due === 'portal' ? new Date(LONG_AGO) : undefined);

const anyPassword = ways.filter((way) => way.startsWith('password'));
const askedForCode = ['password, new browser', 'password, known browser'] as const;
const withFactor = ['code of the app', 'recovery code', 'passkey', 'company with two factors'] as const;

/** The expected outcomes. The first matching row applies. */
const table: { if: (condition: Condition, way: Way) => boolean; outcome: string; access?: string }[] = [
  { if: ({ isDeactivated }) => isDeactivated, outcome: 'Deactivated' },
  { if: ({ hasApp }, way) => hasApp && includes(askedForCode, way), outcome: 'SecondFactorRequired' },
  { if: ({ isDeletionPending }) => isDeletionPending, outcome: 'AccountLeaving', access: 'leaving' },
  {
    if: ({ due, hasApp }, way) =>
      due !== 'none' && !includes(withFactor, way) && !(hasApp && includes(anyPassword, way)),
    outcome: 'SecondFactorMissing',
    access: 'second-factor',
  },
  { if: ({ plan }) => plan === 'ended, owner', outcome: 'SubscriptionEnded', access: 'billing' },
  { if: ({ plan }) => plan === 'ended, member', outcome: 'SubscriptionEnded', access: 'ended-member' },
  { if: () => true, outcome: 'ok', access: 'full' },
];
const includes = (some: readonly string[], one: string) => some.includes(one);

describe('the outcome of a login', () => {
  it.each(ways)('by %s is correct for every kind of account', (way) => {
    const decided = conditions.map((condition) => {
      const decision = decideFor(condition, means[way]);
      return { ...condition, outcome: decision.outcome, access: 'access' in decision && decision.access };
    });
    const expected = conditions.map((condition) => {
      const { outcome, access = false } = table.find((row) => row.if(condition, way)) ?? { outcome: 'none' };
      return { ...condition, outcome, access };
    });
    expect(decided).toEqual(expected);
    expect(decided).toHaveLength(96);
  });

  const plain = { isDeactivated: false, isDeletionPending: false, due: 'none', plan: 'free' } as const;
  const now = { at: 'now', dependsOnIdp: null };
  it.each([
    ['password, new browser', false, { beganBy: 'password', hasSecondFactor: false, stepUp: now }],
    ['password, known browser', false, { beganBy: 'password', hasSecondFactor: false, stepUp: now }],
    ['password, trusted browser', false, { beganBy: 'password', hasSecondFactor: false, stepUp: now }],
    // No `stepUp`, because the trusted device skipped the code.
    ['password, trusted browser', true, { beganBy: 'password', hasSecondFactor: true }],
    [
      'code of the app',
      true,
      { beganBy: 'password', hasSecondFactor: true, factorAddedAt: MADE_AT, stepUp: now },
    ],
    ['recovery code', true, { beganBy: 'password', hasSecondFactor: true, stepUp: now }],
    ['passkey', false, { beganBy: 'passkey', hasSecondFactor: true, factorAddedAt: MADE_AT, stepUp: now }],
    ['passkey', true, { beganBy: 'passkey', hasSecondFactor: true, factorAddedAt: MADE_AT, stepUp: now }],
    ['company', true, { beganBy: 'company', hasSecondFactor: false, dependsOnIdp: COMPANY }],
    ['company with two factors', false, { beganBy: 'company', hasSecondFactor: true, dependsOnIdp: COMPANY }],
  ] as const)('by %s starts the right session, with an app: %s', (way, hasApp, session) => {
    expect(sessionOf(decideFor({ ...plain, hasApp }, means[way]))).toEqual({
      factorAddedAt: null,
      dependsOnIdp: null,
      authenticatedAt: null,
      endsAt: undefined,
      stepUp: undefined,
      ...session,
    });
  });

  it.each([
    ['passkey', { ...means.passkey, dependsOnIdp: COMPANY }, { at: 'now', dependsOnIdp: COMPANY }],
    ['code of the app', { ...means['code of the app'], dependsOnIdp: COMPANY }, now],
    ['recovery code', { ...means['recovery code'], dependsOnIdp: COMPANY }, now],
  ] as const)('depends on the company in whose session the factor was added: %s', (_, given, stepUp) => {
    const session = sessionOf(decideFor({ ...plain, hasApp: true }, given));
    expect(session).toMatchObject({
      dependsOnIdp: COMPANY,
      factorAddedAt: null,
      hasSecondFactor: true,
      stepUp,
    });
  });

  it('depends on the same company as the app, on a trusted device', () => {
    const account = { ...accountOf({ ...plain, hasApp: true }), factorDependsOnIdp: COMPANY };
    const decision = decide(account, means['password, trusted browser'], undefined);
    expect(sessionOf(decision)).toMatchObject({ dependsOnIdp: COMPANY, factorAddedAt: null });
  });

  it('has the session’s end and time of proof from the company', () => {
    const times = { authenticatedAt: MADE_AT, endsAt: new Date(NOW) };
    const session = sessionOf(decideFor({ ...plain, hasApp: false }, { ...means.company, ...times }));
    expect(session).toMatchObject(times);
  });
});

function sessionOf(decision: Decision) {
  if (!('session' in decision)) throw new Error(`There is no session: ${decision.outcome}`);
  const none = {
    factorAddedAt: null,
    dependsOnIdp: null,
    authenticatedAt: null,
    endsAt: undefined,
    stepUp: undefined,
  };
  return { ...none, ...decision.session };
}
