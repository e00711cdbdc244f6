import { useRef, type ReactNode, type SubmitEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { NewPasswordFields, NewPasswordProblem } from './new-password-fields.tsx';
import styles from './new-password-form.module.css';
import { useNewPassword } from './use-new-password.ts';

type NewPasswordFormProps = {
  email?: string | undefined;
  submitLabel: string;
  isLoading: boolean;
  serverMessage?: ReactNode;
  onChange(): void;
  onSubmit(password: string, confirmPassword: string): void;
};

export function NewPasswordForm(props: NewPasswordFormProps) {
  const { email, submitLabel, isLoading, serverMessage, onChange, onSubmit } = props;
  const form = useRef<HTMLFormElement>(null);
  const state = useNewPassword(onChange);

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const toMend = state.check();
    if (toMend) form.current?.querySelector<HTMLElement>(`[data-field="${toMend}"]`)?.focus();
    else onSubmit(state.entry.password, state.entry.confirmPassword);
  }

  return (
    <form ref={form} className={styles.form} method="post" onSubmit={submit} noValidate>
      <NewPasswordProblem state={state} serverMessage={serverMessage} />
      {email && <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />}
      <NewPasswordFields state={state} />
      <Button type="submit" isWide isLoading={isLoading}>
        {submitLabel}
      </Button>
    </form>
  );
}
