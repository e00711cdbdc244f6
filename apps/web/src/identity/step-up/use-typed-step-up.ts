import { REQUIRED_FIELD } from '@foyer/contracts/field';
import { fieldsOf } from '@foyer/contracts/field-problems';
import { factorProof } from '@foyer/contracts/identity/second-factor';
import type { StepUpBody } from '@foyer/contracts/identity/security';
import { useState } from 'react';
import { inWords } from '../../words/in-words.ts';
import { textsInWords } from '../../words/texts-in-words.ts';
import { useFactorEntry } from '../../fields/factor-fields.tsx';

type Errors = { password?: string | undefined; code?: string | undefined };

export function useTypedStepUp(needs: { password: boolean; code: boolean }, onChange: () => void) {
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const codeEntry = useFactorEntry(() => {
    setErrors(({ password }) => ({ password }));
    onChange();
  });

  /** If a field is empty or invalid, shows its error and returns undefined. */
  async function check(): Promise<StepUpBody | undefined> {
    const code = needs.code ? factorProof.safeParse(codeEntry.toProof()) : undefined;
    const found: Errors = {
      password: needs.password && password === '' ? inWords(REQUIRED_FIELD) : undefined,
      code: code?.error && codeEntry.errorIn(await textsInWords(fieldsOf(code.error.issues))),
    };
    setErrors(found);
    if (found.password ?? found.code) return undefined;
    return { ...(needs.password && { password }), ...code?.data };
  }

  return {
    password,
    changePassword(value: string): void {
      setPassword(value);
      setErrors(({ code }) => ({ code }));
      onChange();
    },
    codeEntry,
    errors,
    check,
  };
}
