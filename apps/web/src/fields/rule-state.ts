import { passwordRules } from '@foyer/contracts/identity/password';
import { inWords } from '../words/in-words.ts';

export type RuleState = 'neutral' | 'success' | 'error';

/** The typed values, and which of the two fields the user has left or submitted. */
export type PasswordEntry = {
  password: string;
  confirmPassword: string;
  isPasswordTouched: boolean;
  isConfirmationTouched: boolean;
};

/**
 * Gray while untouched, green when met, red when unmet after the user has left the field or submitted the form
 * (docs/product.md 4). An unfinished entry is never red.
 */
export function ruleStates(entry: PasswordEntry): { key: string; label: string; state: RuleState }[] {
  return passwordRules.map(({ key, label, isMet }) => {
    const isTouched = key === 'match' ? entry.isConfirmationTouched : entry.isPasswordTouched;
    const state = isMet(entry.password, entry.confirmPassword) ? 'success' : isTouched ? 'error' : 'neutral';
    return { key, label: inWords(label), state };
  });
}
