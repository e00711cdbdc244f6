import { REQUIRED_FIELD } from '@foyer/contracts/field';
import { useRef, useState, type SubmitEvent } from 'react';
import { LockoutNotice } from '../lockout-notice.tsx';
import { NewPasswordFields, NewPasswordProblem } from '../../fields/new-password-fields.tsx';
import { useNewPassword } from '../../fields/use-new-password.ts';
import { useLockedSeconds } from '../../navigation/lockout.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { PasswordField } from '../../ui/password-field.tsx';
import { t } from '../../words/t.ts';
import { inWords } from '../../words/in-words.ts';
import styles from './change-password-form.module.css';
import { changeProblems, useChangePassword } from './use-change-password.ts';

/** `email` is for password managers. */
export function ChangePasswordForm({ email }: { email: string }) {
  const form = useRef<HTMLFormElement>(null);
  const change = useChangePassword();
  const [current, setCurrent] = useState('');
  const [isCurrentMissing, setCurrentMissing] = useState(false);
  const state = useNewPassword(() => change.reset());
  const lockedSeconds = useLockedSeconds();
  const isLocked = lockedSeconds > 0;
  const problems = changeProblems(change.error);

  function focus(field: string): void {
    form.current?.querySelector<HTMLElement>(`[data-field="${field}"]`)?.focus();
  }

  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    const toMend = state.check();
    setCurrentMissing(current === '');
    if (current === '') return focus('current_password');
    if (toMend) return focus(toMend);
    const { password, confirmPassword } = state.entry;
    const body = { current_password: current, password, confirm_password: confirmPassword };
    change.mutate(body, {
      onSuccess: () => {
        setCurrent('');
        state.clear();
      },
      onError: (error) => {
        if (changeProblems(error).current) focus('current_password');
      },
    });
  }

  return (
    <section aria-labelledby="password-title">
      <h2 id="password-title" className={styles.title}>
        {t('identity.changePasswordForm.title', 'Change your password')}
      </h2>
      <form ref={form} className={styles.form} method="post" onSubmit={submit} noValidate>
        <Message kind="success">
          {change.isSuccess &&
            t(
              'identity.changePasswordForm.changed',
              'Your password has been changed. We’ve logged you out everywhere else and disconnected all apps.',
            )}
        </Message>
        <NewPasswordProblem
          state={state}
          serverMessage={isLocked ? <LockoutNotice seconds={lockedSeconds} /> : problems.message}
        />
        <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
        <div>
          <PasswordField
            label={t('identity.changePasswordForm.currentPassword', 'Current password')}
            toggle={{
              show: t('identity.changePasswordForm.showCurrentPassword', 'Show current password'),
              hide: t('identity.changePasswordForm.hideCurrentPassword', 'Hide current password'),
            }}
            name="current_password"
            autoComplete="current-password"
            value={current}
            error={isCurrentMissing ? inWords(REQUIRED_FIELD) : problems.current}
            onChange={(value) => {
              setCurrent(value);
              setCurrentMissing(false);
              change.reset();
            }}
          />
          <NewPasswordFields state={state} isNew />
        </div>
        <div>
          <Button type="submit" isLoading={change.isPending} isDisabled={isLocked}>
            {t('identity.changePasswordForm.submit', 'Change password')}
          </Button>
        </div>
      </form>
    </section>
  );
}
