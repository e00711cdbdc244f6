import { PASSWORD_REQUIREMENTS_NOT_MET, unmetPasswordRules } from '@foyer/contracts/password';
import { useId, useRef, useState, type ReactNode, type SubmitEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';
import { PasswordField } from '../ui/password-field.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import styles from './new-password-form.module.css';
import { PasswordChecklist } from './password-checklist.tsx';
import { ruleStates } from './rule-state.ts';

type NewPasswordFormProps = {
  /** Whose password it is: password managers store it under this name. */
  email?: string | undefined;
  submitLabel: string;
  isLoading: boolean;
  /** What the server said about the last attempt. */
  serverMessage?: ReactNode;
  onChange(): void;
  onSubmit(password: string, confirmPassword: string): void;
};

/** Two boxes, the checklist, a button: wherever a password is made (SPEC 5). */
export function NewPasswordForm(props: NewPasswordFormProps) {
  const { email, submitLabel, isLoading, serverMessage, onChange, onSubmit } = props;
  const listId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [entry, setEntry] = useState({
    password: '',
    confirmPassword: '',
    isPasswordTouched: false,
    isConfirmationTouched: false,
  });
  const [unmet, setUnmet] = useState<readonly string[]>([]);

  function type(changed: Partial<typeof entry>): void {
    setEntry({ ...entry, ...changed });
    setUnmet([]);
    onChange();
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const missing = unmetPasswordRules(entry.password, entry.confirmPassword);
    setEntry({ ...entry, isPasswordTouched: true, isConfirmationTouched: true });
    setUnmet(missing.map((rule) => rule.label));
    if (missing.length === 0) return onSubmit(entry.password, entry.confirmPassword);
    const isOnlyMatch = missing.every((rule) => rule.key === 'match');
    form.current
      ?.querySelector<HTMLElement>(`[data-field="${isOnlyMatch ? 'confirmPassword' : 'password'}"]`)
      ?.focus();
  }

  return (
    <form ref={form} className={styles.form} onSubmit={submit} noValidate>
      <Message kind="error">
        {unmet.length > 0 ? (
          <>
            {PASSWORD_REQUIREMENTS_NOT_MET}
            <VisuallyHidden> The following requirements are not met: {unmet.join(', ')}.</VisuallyHidden>
          </>
        ) : (
          serverMessage
        )}
      </Message>
      {email && <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />}
      <div
        onBlur={(event) => {
          const { name, value } = event.target as HTMLInputElement;
          if (value === '') return;
          if (name === 'password') setEntry((now) => ({ ...now, isPasswordTouched: true }));
          if (name === 'confirmPassword') setEntry((now) => ({ ...now, isConfirmationTouched: true }));
        }}
      >
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          value={entry.password}
          describedBy={listId}
          onChange={(password) => type({ password })}
        />
        <PasswordField
          label="Confirm password"
          name="confirmPassword"
          autoComplete="new-password"
          value={entry.confirmPassword}
          onChange={(confirmPassword) => type({ confirmPassword })}
        />
        <PasswordChecklist id={listId} rules={ruleStates(entry)} />
      </div>
      <Button type="submit" isWide isLoading={isLoading}>
        {submitLabel}
      </Button>
    </form>
  );
}
