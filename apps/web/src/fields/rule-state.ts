import { passwordRules } from '@foyer/contracts/identity/password';
import { inWords } from '../words/in-words.ts';

export type RuleState = 'neutral' | 'success' | 'error';

/** The typed values, and which of the two fields was left or submitted. */
export type PasswordEntry = {
  password: string;
  confirmPassword: string;
  isPasswordTouched: boolean;
  isConfirmationTouched: boolean;
};

/**
 * Gray while untouched, green as soon as met, red when unmet after the box was left or the form submitted
 * (docs/product.md 4): nobody is told off in the middle of typing.
 */
export function ruleStates(entry: PasswordEntry): { key: string; label: string; state: RuleState }[] {
  return passwordRules.map(({ key, label, isMet }) => {
    const isTouched = key === 'match' ? entry.isConfirmationTouched : entry.isPasswordTouched;
    const state = isMet(entry.password, entry.confirmPassword) ? 'success' : isTouched ? 'error' : 'neutral';
    return { key, label: inWords(label), state };
  });
}
