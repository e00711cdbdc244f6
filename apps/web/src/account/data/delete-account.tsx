import { endpoints } from '@foyer/contracts/endpoints';
import { DELETION_PERIOD_DAYS, deletionReply } from '@foyer/contracts/account/own-data';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { withSessionCheck } from '../../http/with-session-check.ts';
import { ProblemError } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { useDocumentNavigation } from '../../navigation/document-navigation.ts';
import { removeOwnDrafts } from '../../navigation/own-drafts.ts';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { LaterModal } from '../../ui/later-modal.tsx';
import { Message } from '../../ui/message.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { longDate } from '../../words/formats.ts';
import { t } from '../../words/t.ts';
import styles from './own-data.module.css';

/** `endsPlan`: the visitor owns a team with PRO, which ends with the account. */
type DeleteAccountProps = { endsPlan: boolean };

export function DeleteAccount({ endsPlan }: DeleteAccountProps) {
  const [isAsking, setAsking] = useState(false);
  const deleting = useDeleteAccount();
  return (
    <section aria-labelledby="delete-title" className={styles.section}>
      <h2 id="delete-title" className={styles.title}>
        {t('account.deleteAccount.title', 'Delete your account')}
      </h2>
      <p>
        {t(
          'account.deleteAccount.lead',
          'You’re logged out right away. For {days, plural, one {# day} other {# days}}, you can log in and keep the account. After that, we delete it with everything in it.',
          { days: DELETION_PERIOD_DAYS },
        )}
      </p>
      <div className={styles.messages}>
        <Message kind="error">{deleting.error && <Rejection error={deleting.error} />}</Message>
      </div>
      <Button variant="danger" isLoading={deleting.isPending} onClick={() => setAsking(true)}>
        {t('account.deleteAccount.deleteAction', 'Delete account')}
      </Button>
      {isAsking && (
        <AskModal
          endsPlan={endsPlan}
          onClose={() => setAsking(false)}
          onYes={() => {
            setAsking(false);
            deleting.mutate();
          }}
        />
      )}
      {deleting.data && <Asked erasedOn={deleting.data.erasedOn} />}
    </section>
  );
}

function Rejection({ error }: { error: Error }) {
  if (!(error instanceof ProblemError))
    return t(
      'account.deleteAccount.outcomeUnknown',
      'We couldn’t confirm whether your account is being deleted. Check your connection and try again.',
    );
  if (error.code !== 'LastOwner') return error.message;
  return (
    <>
      {error.message} <TextLink to={routes.settingsTeam}>{t('common.seeTeam', 'See your team')}</TextLink>
    </>
  );
}

type AskModalProps = DeleteAccountProps & { onClose(): void; onYes(): void };

function AskModal({ endsPlan, onClose, onYes }: AskModalProps) {
  return (
    <ConfirmModal
      title={t('account.deleteAccount.confirmTitle', 'Delete your account?')}
      yes={t('account.deleteAccount.deleteAction', 'Delete account')}
      onClose={onClose}
      onYes={onYes}
    >
      <dl className={styles.consequences}>
        <dt>{t('account.deleteAccount.nowHeading', 'Right away')}</dt>
        <dd>
          {t(
            'account.deleteAccount.nowText',
            'You’re logged out everywhere, connected apps lose access, and if you own a team, its invitations stop working.',
          )}
        </dd>
        {endsPlan && (
          <dd>
            {t(
              'account.deleteAccount.planEnds',
              'Your PRO plan ends. We don’t refund the rest of the month.',
            )}
          </dd>
        )}
        <dt>
          {t('account.deleteAccount.laterHeading', 'In {days, plural, one {# day} other {# days}}', {
            days: DELETION_PERIOD_DAYS,
          })}
        </dt>
        <dd>
          {t(
            'account.deleteAccount.laterText',
            'We delete your account with everything in it. Until then we keep your seat, and when you log in, we ask whether you want to keep the account.',
          )}
        </dd>
        <dt>{t('account.deleteAccount.keptHeading', 'What we keep')}</dt>
        <dd>
          {t(
            'account.deleteAccount.keptText',
            'Our payment provider keeps invoices for as long as the law requires. Our security log keeps what was done, without your name and email address.',
          )}
        </dd>
      </dl>
    </ConfirmModal>
  );
}

function Asked({ erasedOn }: { erasedOn: string }) {
  const leave = useDocumentNavigation();
  return (
    <LaterModal
      title={t('common.accountWillBeDeleted', 'Your account will be deleted')}
      isAlert
      actions={<Button onClick={() => leave(routes.home)}>{t('common.continue', 'Continue')}</Button>}
    >
      <p>
        {t(
          'account.deleteAccount.scheduled',
          'We’ve logged you out everywhere, and we’ll delete your account on {date}. To keep it, log in before then. We’ve sent you an email about it.',
          { date: longDate(erasedOn) },
        )}
      </p>
    </LaterModal>
  );
}

function useDeleteAccount() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => withSessionCheck(queries, send(endpoints.deleteAccount, { reply: deletionReply })),
    onSuccess: removeOwnDrafts,
  });
}
