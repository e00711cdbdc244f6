import { endpoints } from '@foyer/contracts/endpoints';
import { resendVerificationReply } from '@foyer/contracts/registration/verify-email';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { problemInWords } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { resendAllowedAtMs, storedVerification, type Verification } from '../verification.ts';
import { Button } from '../../ui/button.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { Message } from '../../ui/message.tsx';
import { useSecondsUntil } from '../../ui/use-seconds-until.ts';
import { t } from '../../words/t.ts';
import styles from './resend-email.module.css';

export function ResendEmail({ verification }: { verification: Verification }) {
  const { email, sentAtMs } = verification;
  const [lastSentAtMs, setLastSentAtMs] = useState(sentAtMs);
  const seconds = useSecondsUntil(resendAllowedAtMs(lastSentAtMs));
  const resend = useMutation({
    mutationFn: () => send(endpoints.resendVerification, { body: { email }, reply: resendVerificationReply }),
    onSuccess: () => {
      const now = Date.now();
      storedVerification.write({ ...verification, sentAtMs: now });
      setLastSentAtMs(now);
    },
  });
  return (
    <div className={styles.resend}>
      <Message kind="success">
        {resend.isSuccess &&
          t('registration.emailSentAgain', 'We’ve sent another email to {email}.', { email })}
      </Message>
      <Message kind="error">
        {problemInWords(
          resend.error,
          t('common.emailNotSent', 'We couldn’t send the email. Check your connection and try again.'),
        )}
      </Message>
      <div className={styles.row}>
        <Button
          variant="secondary"
          isDisabled={seconds > 0}
          isLoading={resend.isPending}
          onClick={() => resend.mutate()}
        >
          {t('common.resendEmail', 'Resend email')}
        </Button>
        <p className={styles.wait}>
          <Countdown
            seconds={seconds}
            wording={(time) =>
              t('registration.resendCountdown', '{time} remaining to re-send email', { time })
            }
            ended={t('registration.resendReady', 'You can resend the email now')}
          />
        </p>
      </div>
    </div>
  );
}
