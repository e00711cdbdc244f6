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
 * A rule is red only if it is unmet and its field is touched. So no rule is red while the user types for the first time
 * (decision 58).
 */
export function ruleStates(entry: PasswordEntry): { key: string; label: string; state: RuleState }[] {
  return passwordRules.map(({ key, label, isMet }) => {
    const isTouched = key === 'match' ? entry.isConfirmationTouched : entry.isPasswordTouched;
    const state = isMet(entry.password, entry.confirmPassword) ? 'success' : isTouched ? 'error' : 'neutral';
    return { key, label: inWords(label), state };
  });
}
