import { passwordRules } from '@foyer/contracts/identity/password';
import { inWords } from '../words/in-words.ts';

export type RuleState = 'neutral' | 'success' | 'error';

/** A field is touched after the user has filled and left it, or submitted the form. */
export type PasswordEntry = {
  password: string;
  confirmPassword: string;
  isPasswordTouched: boolean;
  isConfirmationTouched: boolean;
};

/**
 * Returns the state of each rule (docs/product.md 4): green if met, red if unmet and the field is touched, otherwise
 * gray. A rule is never red while the user is still typing for the first time.
 */
export function ruleStates(entry: PasswordEntry): { key: string; label: string; state: RuleState }[] {
  return passwordRules.map(({ key, label, isMet }) => {
    const isTouched = key === 'match' ? entry.isConfirmationTouched : entry.isPasswordTouched;
    const state = isMet(entry.password, entry.confirmPassword) ? 'success' : isTouched ? 'error' : 'neutral';
    return { key, label: inWords(label), state };
  });
}
