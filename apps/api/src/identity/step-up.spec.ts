import { describe, expect, it } from '@jest/globals';
import { missingProofs, type StepUpStanding } from './step-up.ts';

const noProofs: StepUpStanding = {
  hasPassword: false,
  asksForCode: false,
  hasPasskey: false,
  hasOwnPasskey: false,
  hasOwnApp: false,
  hasCompany: false,
  fresh: 'none',
};
const password = { ...noProofs, hasPassword: true };
const passkey = { hasPasskey: true, hasOwnPasskey: true };
const app = { asksForCode: true, hasOwnApp: true };
const company = { hasCompany: true };

type Row = [who: string, StepUpStanding, daily: string, account: string, leaving: string];
const ENOUGH = 'enough';

describe('what step-up asks for', () => {
  it.each<Row>([
    // Each row: the user, and the proofs to offer for daily work, for the account, and for leaving the team.
    ['password', password, 'password', 'password', 'password'],
    ['and passkey', { ...password, ...passkey }, 'password passkey', 'password passkey', 'password passkey'],
    ['and app', { ...password, ...app }, 'password-and-code', 'password-and-code', 'password-and-code'],
    ['passkey only', { ...noProofs, ...passkey }, 'passkey', 'passkey', 'passkey'],
    ['company only', { ...noProofs, ...company }, 'company', 'company', ''],
    ['company and password', { ...password, ...company }, 'password company', 'password company', 'password'],
    [
      'company, and a passkey added in its session',
      { ...noProofs, ...company, hasPasskey: true },
      'passkey company',
      'passkey company',
      '',
    ],
    [
      'company and own passkey',
      { ...password, ...company, ...passkey },
      'password passkey company',
      'password passkey',
      'password passkey',
    ],
    [
      'company and own app',
      { ...password, ...company, ...app },
      'password-and-code company',
      'password-and-code company-and-code',
      'password-and-code company-and-code',
    ],
    [
      'company, and an app added in its session',
      { ...password, ...company, asksForCode: true },
      'password-and-code company',
      'password-and-code company',
      'password-and-code',
    ],
    [
      'company and own app, vouched for by the company',
      { ...password, ...company, ...app, fresh: 'company' },
      ENOUGH,
      'code password-and-code company-and-code',
      'code password-and-code company-and-code',
    ],
    [
      'company and own passkey, vouched for by the company',
      { ...password, ...company, ...passkey, fresh: 'company' },
      ENOUGH,
      'password passkey',
      'password passkey',
    ],
    [
      'company and password, vouched for',
      { ...password, ...company, fresh: 'company' },
      ENOUGH,
      ENOUGH,
      'password',
    ],
    [
      'anybody after a proof of their own',
      { ...password, ...company, ...app, fresh: 'own' },
      ENOUGH,
      ENOUGH,
      ENOUGH,
    ],
  ])('%s', (_, standing, daily, account, leaving) => {
    const asked = (['daily-work', 'account', 'leaving'] as const).map(
      (purpose) => missingProofs(standing, purpose)?.join(' ') ?? ENOUGH,
    );
    expect(asked).toEqual([daily, account, leaving]);
  });
});
