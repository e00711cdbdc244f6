import { unmetPasswordRules } from '@foyer/contracts/identity/password';
import { useState } from 'react';
import type { PasswordEntry } from './rule-state.ts';
import { inWords } from '../words/in-words.ts';

const nothing: PasswordEntry = {
  password: '',
  confirmPassword: '',
  isPasswordTouched: false,
  isConfirmationTouched: false,
};

export function useNewPassword(onChange: () => void) {
  const [entry, setEntry] = useState(nothing);
  const [unmet, setUnmet] = useState<readonly string[]>([]);
  return {
    entry,
    unmet,
    type(changed: Partial<PasswordEntry>): void {
      setEntry({ ...entry, ...changed });
      setUnmet([]);
      onChange();
    },
    leave(box: string): void {
      if (box === 'password') setEntry((now) => ({ ...now, isPasswordTouched: true }));
      if (box === 'confirmPassword') setEntry((now) => ({ ...now, isConfirmationTouched: true }));
    },
    /** Shows the unmet rules and returns the first field to correct, or undefined for a valid password. */
    check(): 'password' | 'confirmPassword' | undefined {
      const missing = unmetPasswordRules(entry.password, entry.confirmPassword);
      setEntry({ ...entry, isPasswordTouched: true, isConfirmationTouched: true });
      setUnmet(missing.map((rule) => inWords(rule.label)));
      if (missing.length === 0) return undefined;
      return missing.every((rule) => rule.key === 'match') ? 'confirmPassword' : 'password';
    },
    clear(): void {
      setEntry(nothing);
      setUnmet([]);
    },
  };
}
export type NewPassword = ReturnType<typeof useNewPassword>;
