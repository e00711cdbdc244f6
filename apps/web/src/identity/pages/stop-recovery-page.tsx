import { endpoints } from '@foyer/contracts/endpoints';
import { recoveryStopReply } from '@foyer/contracts/identity/factor-recovery';
import type { LinkState } from '@foyer/contracts/identity/password';
import { doneReply } from '@foyer/contracts/identity/security';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { problemInWords } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { readLinkToken } from '../reset-link.ts';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { pageTitles } from '../../page-values/page-titles.ts';
import { routes } from '../../routes.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { dayAndTime } from '../../words/formats.ts';
import { t } from '../../words/t.ts';
import layout from '../../ui/page-layout.module.css';
import { LoadingPage } from '../../navigation/loading-page.tsx';

/** Opening the mailed link changes nothing; only the button does. */
export function StopRecoveryPage() {
  useDocumentTitle(pageTitles.stopRecovery);
  const [token] = useState(() => readLinkToken('stopToken'));
  const link = useQuery({
    queryKey: ['recovery-stop', token],
    queryFn: ({ signal }) =>
      send(endpoints.recoveryStop, { query: { token }, reply: recoveryStopReply, signal }),
    staleTime: Infinity,
  });
  const stopping = useMutation({
    mutationFn: () => send(endpoints.stopRecoveryByLink, { body: { token }, reply: doneReply }),
  });
  if (link.isPending) return <LoadingPage title={pageTitles.stopRecovery} />;
  if (!link.data)
    return (
      <Screen title={pageTitles.stopRecovery}>
        <Message kind="error">
          {t(
            'common.linkNotChecked',
            'We couldn’t check your link. Check your connection and reload the page.',
          )}
        </Message>
      </Screen>
    );
  const { state, endsAt = '' } = link.data;
  if (stopping.isSuccess)
    return (
      <Screen
        title={t('common.authenticatorStays', 'Your authenticator app is still active')}
        lead={t(
          'identity.stopRecoveryPage.ended',
          'Recovery stopped. You still need a code to log in. If neither you nor your team’s owner started the recovery, someone knows your password and may be able to read your email. Choose new passwords for your account and your mailbox.',
        )}
      >
        <NewPassword />
      </Screen>
    );
  if (state !== 'valid')
    return (
      <Screen title={pageTitles.stopRecovery} lead={deadLink(state)}>
        {state === 'expired' ? (
          <NewPassword />
        ) : (
          <ButtonLink to={routes.login} reloadDocument>
            {t('common.goToLogin', 'Go to login')}
          </ButtonLink>
        )}
      </Screen>
    );
  return (
    <Screen
      title={pageTitles.stopRecovery}
      lead={t(
        'identity.stopRecoveryPage.pending',
        'Someone reported your authenticator app lost. After {time}, your password alone is enough to log in. Stop the recovery if you didn’t ask for it, or if you’ve found your app.',
        { time: dayAndTime(endsAt) },
      )}
    >
      <Message kind="error">
        {problemInWords(
          stopping.error,
          t(
            'identity.stopRecoveryPage.stopFailed',
            'We couldn’t confirm whether the recovery was stopped. Check your connection and try again.',
          ),
        )}
      </Message>
      <Button isLoading={stopping.isPending} onClick={() => stopping.mutate()}>
        {t('identity.stopRecoveryPage.stop', 'Keep my authenticator app')}
      </Button>
    </Screen>
  );
}

function Screen({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  return (
    <div className={layout.form}>
      <PageHeading {...(lead && { lead })}>{title}</PageHeading>
      {children}
    </div>
  );
}

function NewPassword() {
  return (
    <ButtonLink to={routes.forgotPassword}>
      {t('common.chooseNewPassword', 'Choose a new password')}
    </ButtonLink>
  );
}

function deadLink(state: Exclude<LinkState, 'valid'>): string {
  switch (state) {
    case 'used':
      return t(
        'identity.stopRecoveryPage.alreadyStopped',
        'This recovery was already stopped. Your authenticator app is still active.',
      );
    case 'expired':
      return t(
        'identity.stopRecoveryPage.tooLate',
        'It’s too late to stop this: your authenticator app was removed, and you were logged out everywhere. If you didn’t ask for this, choose a new password right away and contact us.',
      );
    case 'replaced':
      return t(
        'identity.stopRecoveryPage.nothingToStop',
        'There’s nothing left to stop: your password, email address or app has changed, or the recovery has expired.',
      );
    case 'unknown':
      return t('common.linkUnknown', 'This link isn’t valid. Copy the whole link from your email.');
  }
}
