import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../http/session-query.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { dayAndTime } from '../../words/formats.ts';
import { t } from '../../words/t.ts';
import styles from './second-factor.module.css';
import { problemOf, useStopRecovery } from './use-second-factor.ts';

/** Tells a user that their authenticator app is reported lost, and lets them stop the recovery. */
export function RecoveryNotice() {
  const { data: session } = useQuery(sessionQuery);
  const stopping = useStopRecovery();
  const endsAt = session?.recoveryEndsAt;
  if (endsAt === undefined)
    return (
      <Message kind="success">
        {stopping.isSuccess &&
          t(
            'identity.recoveryNotice.stopped',
            'Your authenticator app stays. If somebody else began this, choose a new password.',
          )}
      </Message>
    );
  return (
    <div>
      <Message kind="error">
        <p>
          {t(
            'identity.recoveryNotice.pending',
            'Your authenticator app is said to be lost. From {time} on your password alone opens your account.',
            { time: dayAndTime(endsAt) },
          )}
        </p>
        <p>
          {t('identity.recoveryNotice.stopHint', 'If it was not you, stop it and choose a new password.')}
        </p>
        <div className={styles.recoveryAction}>
          <Button variant="secondary" isLoading={stopping.isPending} onClick={() => stopping.mutate()}>
            {t('common.stopRecovery', 'Stop it')}
          </Button>
        </div>
      </Message>
      <Message kind="error">{problemOf(stopping.error)}</Message>
    </div>
  );
}
