import { describe, expect, it } from '@jest/globals';
import { Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { restrictedSyntax } from './restricted-syntax.ts';

function messagesOn(code: string): number {
  return new Linter().verify(code, {
    languageOptions: { parser: tseslint.parser },
    rules: { 'no-restricted-syntax': restrictedSyntax },
  }).length;
}

describe('a second list of states or plans', () => {
  it.each([
    "const RUNNING = ['active', 'past_due'];",
    "if (subscription.status === 'unpaid') end();",
    "if (status !== 'active') end();",
    "if (subscription?.status === 'active') end();",
    "type Plan = 'free' | 'pro';",
    "const plans = ['pro', 'free'];",
  ])('is rejected: %s', (code) => {
    expect(messagesOn(code)).toBeGreaterThan(0);
  });

  it.each([
    "if (plan === 'pro') pay();",
    "const scheme = { forcedColors: 'active' };",
    "const ends = ['free', 'ended'];",
  ])('is not reported for: %s', (code) => {
    expect(messagesOn(code)).toBe(0);
  });
});
