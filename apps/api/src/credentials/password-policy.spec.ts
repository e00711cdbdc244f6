import { describe, expect, it } from '@jest/globals';
import { passwordRefusals } from '@foyer/contracts/password';
import type { ApiEnv } from '../config/env.ts';
import type { Refusal } from '../http/refusal.ts';
import { PasswordPolicy } from './password-policy.ts';

const policy = new PasswordPolicy({ PRODUCT_NAME: 'Foyer' } as ApiEnv);
const person = { email: 'lovelace@example.com', company: 'Analytical Events' };

function refusalOf(password: string): string | undefined {
  try {
    policy.refuseWeak(password, person);
    return undefined;
  } catch (refused) {
    return (refused as Refusal).message;
  }
}

describe('passwords that meet the rules and are still refused', () => {
  it.each([
    'Password123!',
    'Password1234!',
    'P@ssword12345',
    'P@ssw0rd!2024',
    'Passw0rd!!!!',
    '!!!!Password1',
    'Qwerty123456!',
    'Qwertyuiop1!',
    'Iloveyou1234!',
    'ILoveYou!!2024',
    'Welcome12345!',
    'Football2024!',
    'Sunshine123!!',
    'Princess1234!',
    'Superman2023!',
    'Dragon123456!',
    'Monkey!12345',
    'Letmein12345!',
    'Baseball#2024',
    'Michael12345!',
    'Shadow!123456',
    'Master$123456',
    'Jennifer2024!',
    'Liverpool123!',
    'Chelsea!2024!',
    'Password!Password!',
    'Charlie12345!',
    'Starwars1234!',
    'Trustno1!!!!',
    'Computer1234!',
    'Abc123456789!',
  ])('%s is common', (password) => {
    expect(refusalOf(password)).toBe(passwordRefusals.common);
  });

  it.each([
    'Lovelace-1234!',
    'My-LOVELACE-pw1',
    'Love.lace.9999!',
    'AnalyticalEvents1!',
    'Analytical-Events-1!',
    'Foyer-Foyer-1!',
    'In-The-F-o-y-e-r-1',
  ])('%s is personal', (password) => {
    expect(refusalOf(password)).toBe(passwordRefusals.personal);
  });

  it.each([
    'Round-Tables-For-8!',
    'correct Horse battery Staple!',
    'zK8#vq2!Lm0pWx',
    'Mein-Hund-heißt-Rex!',
    'Seating-Chart-42!',
  ])('%s is fine', (password) => {
    expect(refusalOf(password)).toBeUndefined();
  });
});
