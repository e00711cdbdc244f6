import { normalizeEmail } from '@foyer/contracts/email';
import { forgotPasswordBody } from '@foyer/contracts/identity/password';
import { fieldsOf } from '@foyer/contracts/field-problems';
import { Suspense, useState } from 'react';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { Button } from '../../ui/button.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { Message } from '../../ui/message.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { useForm } from '../../ui/use-form.ts';
import styles from './forgot-password-form.module.css';
import { useForgotPassword } from './use-forgot-password.ts';
import { t } from '../../words/t.ts';

const EmailSentModal = lazyComponent(async () => (await import('./email-sent-modal.tsx')).EmailSentModal);

export function ForgotPasswordForm({ email }: { email: string }) {
  const { requestLink, waitsFor, seconds } = useForgotPassword();
  const [isModalOpen, setModalOpen] = useState(false);
  const form = useForm({
    initial: { email: email || (waitsFor ?? '') },
    order: ['email'],
    clears: 'all',
    validate(values) {
      const result = forgotPasswordBody.safeParse(values);
      return result.success ? {} : fieldsOf(result.error.issues);
    },
    onSubmit: (values) => requestLink.mutate(values.email, { onSuccess: () => setModalOpen(true) }),
    onChange: () => requestLink.reset(),
  });
  // Each email address has its own cooldown, so a corrected one need not wait.
  const isWaiting = waitsFor !== undefined && normalizeEmail(form.values.email) === waitsFor;
  return (
    <>
      <form className={styles.form} {...form.formProps}>
        <Message kind="error">{!isModalOpen && requestLink.error?.message}</Message>
        <TextField
          {...form.text('email')}
          label={t('common.email', 'Email')}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
        <Button type="submit" isWide isLoading={requestLink.isPending && !isModalOpen} isDisabled={isWaiting}>
          {t('registration.forgotPasswordForm.sendLink', 'Send reset link')}
        </Button>
        <p className={styles.wait}>
          <Countdown
            seconds={isWaiting && !isModalOpen ? seconds : 0}
            wording={(time) =>
              t('registration.resendCountdown', '{time} remaining to re-send email', { time })
            }
            ended=""
          />
        </p>
      </form>
      {isModalOpen && (
        <Suspense>
          <EmailSentModal
            email={form.values.email}
            seconds={seconds}
            resend={requestLink}
            onClose={() => setModalOpen(false)}
          />
        </Suspense>
      )}
    </>
  );
}
