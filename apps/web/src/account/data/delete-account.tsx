import { endpoints } from '@foyer/contracts/endpoints';
import { LEAVING_DAYS, deletionReply } from '@foyer/contracts/account/own-data';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { asSignedIn } from '../../http/as-signed-in.ts';
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

/** `endsPlan`: the visitor owns a team whose plan ends with the account. */
type DeleteAccountProps = { endsPlan: boolean };

/** Deletes the visitor's account, after a confirmation that lists the consequences. */
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
          'You are logged out at once. For {days} days you can still log in and keep the account; then it is deleted with everything in it.',
          { days: LEAVING_DAYS },
        )}
      </p>
      <div className={styles.messages}>
        <Message kind="error">{deleting.error && <Rejection error={deleting.error} />}</Message>
      </div>
      <Button variant="danger" isLoading={deleting.isPending} onClick={() => setAsking(true)}>
        {t('account.deleteAccount.deleteAction', 'Delete my account')}
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
      'We do not know whether your account is being deleted. Check your connection and try again.',
    );
  if (error.code !== 'LastOwner') return error.message;
  return (
    <>
      {error.message} <TextLink to={routes.settingsTeam}>{t('common.goToTeam', 'Go to your team')}</TextLink>
    </>
  );
}

type AskModalProps = DeleteAccountProps & { onClose(): void; onYes(): void };

function AskModal({ endsPlan, onClose, onYes }: AskModalProps) {
  return (
    <ConfirmModal
      title={t('account.deleteAccount.confirmTitle', 'Delete your account?')}
      yes={t('account.deleteAccount.deleteAction', 'Delete my account')}
      onClose={onClose}
      onYes={onYes}
    >
      <dl className={styles.consequences}>
        <dt>{t('account.deleteAccount.nowHeading', 'At once')}</dt>
        <dd>
          {t(
            'account.deleteAccount.nowText',
            'You are logged out everywhere, connected apps lose their access, and invitations to a team of your own end.',
          )}
        </dd>
        {endsPlan && (
          <dd>
            {t(
              'account.deleteAccount.planEnds',
              'Your PRO plan ends, and what is left of the paid month is not paid back.',
            )}
          </dd>
        )}
        <dt>{t('account.deleteAccount.laterHeading', 'In {days} days', { days: LEAVING_DAYS })}</dt>
        <dd>
          {t(
            'account.deleteAccount.laterText',
            'Your account is deleted with everything in it. Until then your seat is kept, and logging in asks whether you want to keep the account.',
          )}
        </dd>
        <dt>{t('account.deleteAccount.keptHeading', 'What stays')}</dt>
        <dd>
          {t(
            'account.deleteAccount.keptText',
            'Invoices stay with our payment provider for as long as the law asks us to keep them. Our security log keeps what was done, without your name and address.',
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
          'You are logged out everywhere. On {date} your account is deleted. Until then, log in if you want to keep it. We have sent you an email about it.',
          { date: longDate(erasedOn) },
        )}
      </p>
    </LaterModal>
  );
}

/** Requests the deletion of the visitor's account, which logs them out. */
function useDeleteAccount() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: () => asSignedIn(queries, send(endpoints.deleteAccount, { reply: deletionReply })),
    onSuccess: removeOwnDrafts,
  });
}
