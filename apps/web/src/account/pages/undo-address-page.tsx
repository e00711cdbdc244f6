import { addressUndoReply } from '@foyer/contracts/account/address-change';
import { endpoints } from '@foyer/contracts/endpoints';
import type { LinkState } from '@foyer/contracts/identity/password';
import { doneReply } from '@foyer/contracts/identity/security';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { problemInWords } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { sessionQuery } from '../../http/session-query.ts';
import { deadAddressLink } from '../address-link.tsx';
import { readLinkToken } from '../../identity/reset-link.ts';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { pageTitles } from '../../page-values/page-titles.ts';
import { routes } from '../../routes.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { t } from '../../words/t.ts';
import layout from '../../ui/page-layout.module.css';
import { LoadingPage } from '../../navigation/loading-page.tsx';

/** Opening the mailed link changes nothing; only the button does. */
export function UndoAddressPage() {
  useDocumentTitle(pageTitles.undoAddress);
  const [token] = useState(() => readLinkToken('undoToken'));
  const link = useQuery({
    queryKey: ['address-undo', token],
    queryFn: ({ signal }) =>
      send(endpoints.addressUndo, { query: { token }, reply: addressUndoReply, signal }),
    staleTime: Infinity,
  });
  const queries = useQueryClient();
  const undo = useMutation({
    mutationFn: () => send(endpoints.undoAddress, { body: { token }, reply: doneReply }),
    // The undo ends the user's sessions, so this browser's session may have ended.
    onSuccess: () => void queries.fetchQuery({ ...sessionQuery, staleTime: 0 }),
  });
  if (link.isPending) return <LoadingPage title={pageTitles.undoAddress} />;
  const { state = 'unknown', email = '' } = link.data ?? {};
  const heading = <PageHeading>{pageTitles.undoAddress}</PageHeading>;
  if (!link.data)
    return (
      <div className={layout.form}>
        {heading}
        <Message kind="error">
          {t(
            'common.linkNotChecked',
            'We couldn’t check your link. Check your connection and reload the page.',
          )}
        </Message>
      </div>
    );
  if (state === 'held')
    return (
      <div className={layout.form}>
        <PageHeading
          lead={t(
            'account.undoAddressPage.blockedText',
            'Someone tried to sign in with their company as {email}, and the company hasn’t confirmed yet whether it was you. Open this link again later. It won’t expire in the meantime.',
            { email },
          )}
        >
          {t('account.undoAddressPage.blockedTitle', 'You can’t change this back yet')}
        </PageHeading>
      </div>
    );
  if (state !== 'valid')
    return (
      <div className={layout.form}>
        <PageHeading lead={deadUndoLink(state)}>{pageTitles.undoAddress}</PageHeading>
        <ButtonLink to={routes.login} reloadDocument>
          {t('common.goToLogin', 'Go to login')}
        </ButtonLink>
      </div>
    );
  if (undo.isSuccess)
    return (
      <div className={layout.form}>
        <PageHeading
          lead={t(
            'account.undoAddressPage.doneText',
            'Your email address is {email} again, and all devices are logged out. We’ve sent you a link to choose a new password.',
            { email },
          )}
        >
          {t('account.undoAddressPage.doneTitle', 'Email address changed back')}
        </PageHeading>
        <ButtonLink to={routes.forgotPassword} state={{ email }}>
          {t('account.undoAddressPage.noMail', 'I didn’t get an email')}
        </ButtonLink>
      </div>
    );
  return (
    <div className={layout.form}>
      <PageHeading
        lead={t(
          'account.undoAddressPage.explanation',
          'This changes your email address back to {email}. It also logs out all devices, disconnects apps, removes all passkeys, and removes your authenticator app if it was added recently. You’ll then choose a new password.',
          { email },
        )}
      >
        {pageTitles.undoAddress}
      </PageHeading>
      <Message kind="error">
        {problemInWords(
          undo.error,
          t(
            'account.addressNotChanged',
            'We couldn’t confirm whether your email address was changed. Check your connection and try again.',
          ),
        )}
      </Message>
      <Button isLoading={undo.isPending} onClick={() => undo.mutate()}>
        {t('common.changeItBack', 'Change it back')}
      </Button>
    </div>
  );
}

function deadUndoLink(state: Exclude<LinkState, 'valid'>): string {
  if (state === 'expired')
    return t(
      'account.undoAddressPage.expired',
      'This link has expired, so it can’t change your email address back. If you didn’t request the change, contact support.',
    );
  if (state === 'replaced')
    return t(
      'account.undoAddressPage.replaced',
      'This link no longer works because your email address has changed again. If you didn’t request that change, contact support.',
    );
  if (state === 'unknown')
    return t('common.linkUnknown', 'This link isn’t valid. Copy the whole link from your email.');
  return deadAddressLink(state);
}
