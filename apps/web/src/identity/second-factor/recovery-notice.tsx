import { useQuery } from '@tanstack/react-query';
import { sessionQuery } from '../../http/session-query.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { dayAndTime } from '../../words/formats.ts';
import { t } from '../../words/t.ts';
import styles from './second-factor.module.css';
import { problemOf, useStopRecovery } from './use-second-factor.ts';

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
            'Recovery stopped. Your authenticator app is still active. If you didn’t ask for the recovery, choose a new password.',
          )}
      </Message>
    );
  return (
    <div>
      <Message kind="error">
        <p>
          {t(
            'identity.recoveryNotice.pending',
            'Someone reported your authenticator app lost. After {time}, your password alone is enough to log in.',
            { time: dayAndTime(endsAt) },
          )}
        </p>
        <p>
          {t(
            'identity.recoveryNotice.stopHint',
            'If you didn’t ask for this, stop the recovery and choose a new password.',
          )}
        </p>
        <div className={styles.recoveryAction}>
          <Button variant="secondary" isLoading={stopping.isPending} onClick={() => stopping.mutate()}>
            {t('common.stopRecovery', 'Stop recovery')}
          </Button>
        </div>
      </Message>
      <Message kind="error">{problemOf(stopping.error)}</Message>
    </div>
  );
}
