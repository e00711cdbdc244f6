import { describe, expect, it } from '@jest/globals';
import { possibleStepUps, type StepUpStanding } from './step-up.ts';

const noProofs: StepUpStanding = {
  hasPassword: false,
  hasApp: false,
  hasPasskey: false,
  hasOwnPasskey: false,
  hasOwnApp: false,
  hasCompany: false,
  recentStepUp: 'none',
};
const password = { ...noProofs, hasPassword: true };
const passkey = { hasPasskey: true, hasOwnPasskey: true };
const app = { hasApp: true, hasOwnApp: true };
const company = { hasCompany: true };

type Row = [who: string, StepUpStanding, daily: string, account: string, leaving: string];
const ENOUGH = 'enough';

describe('the proofs that a step-up accepts', () => {
  it.each<Row>([
    // Each row: the user, and the proofs to offer for daily work, for the account, and for leaving the team.
    ['a password', password, 'password', 'password', 'password'],
    [
      'a password and a passkey',
      { ...password, ...passkey },
      'password passkey',
      'password passkey',
      'password passkey',
    ],
    [
      'a password and an app',
      { ...password, ...app },
      'password-and-code',
      'password-and-code',
      'password-and-code',
    ],
    ['only a passkey', { ...noProofs, ...passkey }, 'passkey', 'passkey', 'passkey'],
    ['only a company', { ...noProofs, ...company }, 'company', 'company', ''],
    [
      'a password and a company',
      { ...password, ...company },
      'password company',
      'password company',
      'password',
    ],
    [
      'a company and a passkey that was added in its session',
      { ...noProofs, ...company, hasPasskey: true },
      'passkey company',
      'passkey company',
      '',
    ],
    [
      'a password, a company and their own passkey',
      { ...password, ...company, ...passkey },
      'password passkey company',
      'password passkey',
      'password passkey',
    ],
    [
      'a password, a company and their own app',
      { ...password, ...company, ...app },
      'password-and-code company',
      'password-and-code company-and-code',
      'password-and-code company-and-code',
    ],
    [
      'a password, a company and an app that was added in its session',
      { ...password, ...company, hasApp: true },
      'password-and-code company',
      'password-and-code company',
      'password-and-code',
    ],
    [
      'a password, a company and their own app, after a step-up at the company',
      { ...password, ...company, ...app, recentStepUp: 'company' },
      ENOUGH,
      'code password-and-code company-and-code',
      'code password-and-code company-and-code',
    ],
    [
      'a password, a company and their own passkey, after a step-up at the company',
      { ...password, ...company, ...passkey, recentStepUp: 'company' },
      ENOUGH,
      'password passkey',
      'password passkey',
    ],
    [
      'a password and a company, after a step-up at the company',
      { ...password, ...company, recentStepUp: 'company' },
      ENOUGH,
      ENOUGH,
      'password',
    ],
    [
      'a password, a company and their own app, after their own step-up',
      { ...password, ...company, ...app, recentStepUp: 'own' },
      ENOUGH,
      ENOUGH,
      ENOUGH,
    ],
  ])('for a user with %s', (_, standing, daily, account, leaving) => {
    const asked = (['daily-work', 'account', 'leaving'] as const).map(
      (purpose) => possibleStepUps(standing, purpose)?.join(' ') ?? ENOUGH,
    );
    expect(asked).toEqual([daily, account, leaving]);
  });
});
