import { addressLinkReply } from '@foyer/contracts/account/address-change';
import { endpoints } from '@foyer/contracts/endpoints';
import { doneReply } from '@foyer/contracts/identity/security';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { withSessionCheck, fetchSignedIn } from '../../http/with-session-check.ts';
import { problemInWords } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { deadAddressLink } from '../address-link.tsx';
import { routes } from '../../routes.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { t } from '../../words/t.ts';
import styles from './address.module.css';

/** Opening the mailed link changes nothing; only the button does. */
export function ConfirmAddress({ token }: { token: string }) {
  const queries = useQueryClient();
  const link = useQuery({
    queryKey: ['address-link', token],
    queryFn: fetchSignedIn(endpoints.addressLink, { query: { token }, reply: addressLinkReply }),
    staleTime: Infinity,
  });
  const confirm = useMutation({
    mutationFn: () =>
      withSessionCheck(queries, send(endpoints.confirmAddress, { body: { token }, reply: doneReply })),
    onSuccess: () =>
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'address-link' }),
  });
  if (link.isPending) return <Spinner label={t('common.checkingLink', 'Checking your link')} />;
  if (!link.data)
    return (
      <Message kind="error">
        {t(
          'common.linkNotChecked',
          'We couldn’t check your link. Check your connection and reload the page.',
        )}
      </Message>
    );
  const { state, email = '' } = link.data;
  if (state !== 'valid')
    return (
      <div className={styles.section}>
        <Message kind="error">{deadAddressLink(state)}</Message>
        <div>
          <ButtonLink to={routes.settingsProfile}>
            {t('account.confirmAddress.toProfile', 'Go to your profile')}
          </ButtonLink>
        </div>
      </div>
    );
  if (confirm.isSuccess)
    return (
      <div className={styles.section}>
        <Message kind="success">
          {t(
            'account.confirmAddress.changed',
            'Your email address is now {email}. Use it to log in from now on. We’ve logged you out everywhere else.',
            {
              email,
            },
          )}
        </Message>
        <div>
          <ButtonLink to={routes.settingsProfile}>
            {t('account.confirmAddress.toProfile', 'Go to your profile')}
          </ButtonLink>
        </div>
      </div>
    );
  return (
    <div className={styles.section}>
      <p className={styles.address}>
        {t('account.confirmAddress.question', 'Change your email address to {email}?', { email })}
      </p>
      <Message kind="error">
        {problemInWords(
          confirm.error,
          t(
            'account.addressNotChanged',
            'We couldn’t confirm whether your email address was changed. Check your connection and try again.',
          ),
        )}
      </Message>
      <div>
        <Button isLoading={confirm.isPending} onClick={() => confirm.mutate()}>
          {t('account.changeAddress', 'Change email address')}
        </Button>
      </div>
    </div>
  );
}
