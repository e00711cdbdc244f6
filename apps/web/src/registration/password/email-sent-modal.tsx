import { linkLifeHours } from '@foyer/contracts/identity/password';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { Message } from '../../ui/message.tsx';
import { Modal } from '../../ui/modal.tsx';
import styles from './email-sent-modal.module.css';
import type { useForgotPassword } from './use-forgot-password.ts';
import { rich, t } from '../../words/t.ts';

type EmailSentModalProps = {
  email: string;
  seconds: number;
  resend: ReturnType<typeof useForgotPassword>['requestLink'];
  onClose(): void;
};

/** The text is the same for every email address, so it reveals no accounts. */
export function EmailSentModal({ email, seconds, resend, onClose }: EmailSentModalProps) {
  const navigate = useNavigate();
  const [isResent, setResent] = useState(false);
  return (
    <Modal
      title={t('registration.emailSentModal.title', 'Check your email')}
      onClose={onClose}
      actions={
        <>
          <Button
            variant="secondary"
            isDisabled={seconds > 0}
            isLoading={resend.isPending}
            onClick={() => resend.mutate(email, { onSuccess: () => setResent(true) })}
          >
            {t('common.resendEmail', 'Resend email')}
          </Button>
          <Button onClick={() => void navigate(routes.home)}>{t('common.goToLogin', 'Go to login')}</Button>
        </>
      }
    >
      <p>
        {rich(
          'registration.emailSentModal.linkSent',
          'If there’s an account for <strong>{email}</strong>, we’ve sent it a link to reset the password. The link works for {hours, plural, one {# hour} other {# hours}}.',
          {
            email,
            hours: linkLifeHours.reset_password,
            strong: (words) => <strong className={styles.email}>{words}</strong>,
          },
        )}
      </p>
      <p>
        {t('registration.emailMissing', 'No email yet? It can take a minute. Check your spam folder, too.')}
      </p>
      <Message kind="success">
        {isResent &&
          !resend.error &&
          t(
            'registration.emailSentModal.sentAgain',
            'If there’s an account, another email is on its way. Use the link in the latest one.',
          )}
      </Message>
      <Message kind="error">{resend.error?.message}</Message>
      <p className={styles.wait}>
        <Countdown
          seconds={seconds}
          wording={(time) => t('registration.resendCountdown', '{time} remaining to re-send email', { time })}
          ended={t('registration.resendReady', 'You can resend the email now')}
        />
      </p>
    </Modal>
  );
}
