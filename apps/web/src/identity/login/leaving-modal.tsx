import { endpoints } from '@foyer/contracts/endpoints';
import { doneReply } from '@foyer/contracts/identity/security';
import { useMutation, useQuery } from '@tanstack/react-query';
import { problemInWords } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { sessionQuery } from '../../http/session-query.ts';
import { useDocumentNavigation } from '../../navigation/document-navigation.ts';
import { useLogOut } from '../log-out.ts';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { Modal } from '../../ui/modal.tsx';
import { longDate } from '../../words/formats.ts';
import { t } from '../../words/t.ts';

export function LeavingModal() {
  const session = useQuery({ ...sessionQuery, staleTime: 0, refetchOnMount: 'always' });
  const leave = useDocumentNavigation();
  const { logOut, isLoggingOut } = useLogOut();
  const keeping = useMutation({
    mutationFn: () => send(endpoints.keepAccount, { reply: doneReply }),
    onSuccess: () => leave(routes.home),
  });
  const erasedOn = session.data?.erasedOn;
  return (
    <Modal
      title={t('identity.leavingModal.title', 'Keep your account?')}
      isAlert
      actions={
        <>
          <Button variant="secondary" onClick={logOut} isLoading={isLoggingOut}>
            {t('identity.leavingModal.confirmDeletion', 'No, delete it')}
          </Button>
          <Button onClick={() => keeping.mutate()} isLoading={keeping.isPending || keeping.isSuccess}>
            {t('common.keepAccount', 'Keep my account')}
          </Button>
        </>
      }
    >
      <p>
        {erasedOn
          ? t(
              'identity.leavingModal.bodyWithDate',
              'You asked us to delete your account. On {date}, we’ll delete it with everything in it. Keeping it doesn’t restart a canceled plan or reconnect your apps.',
              { date: longDate(erasedOn) },
            )
          : t(
              'identity.leavingModal.body',
              'You asked us to delete your account and everything in it. Keeping it doesn’t restart a canceled plan or reconnect your apps.',
            )}
      </p>
      <Message kind="error">
        {problemInWords(
          keeping.error,
          t('common.noAnswer', 'We couldn’t connect. Check your connection and try again.'),
        )}
      </Message>
    </Modal>
  );
}
