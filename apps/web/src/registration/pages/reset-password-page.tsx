import { planTypes } from '@foyer/catalog/plans';
import type { PasswordLinkReply } from '@foyer/contracts/registration/password-link';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { DeadLink } from '../password/dead-link.tsx';
import { deadLinkText, type DeadLinkState } from '../password/link-texts.ts';
import { passwordLinkQuery } from '../password/password-link-query.ts';
import { useEventGuest } from '../event-guest.ts';
import { readLinkToken } from '../../identity/reset-link.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { pageTitles } from '../../page-values/page-titles.ts';
import { Button } from '../../ui/button.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { GuestPasswordPage } from './guest-password-page.tsx';
import layout from '../../ui/page-layout.module.css';
import { LoadingPage } from '../../navigation/loading-page.tsx';
import { SetPassword } from './set-password.tsx';
import { t } from '../../words/t.ts';

/** In its own chunk, because it includes the sign-up's questions, which a password reset does not need. */
const CreatePassword = lazyComponent(async () => (await import('./create-password.tsx')).CreatePassword);

export function ResetPasswordPage() {
  const [resetToken] = useState(readLinkToken);
  const guest = useEventGuest();
  return guest ? <GuestPasswordPage guest={guest} /> : <MailedLink resetToken={resetToken} />;
}

function MailedLink({ resetToken }: { resetToken: string }) {
  const link = useQuery(passwordLinkQuery(resetToken));
  if (link.data?.state === 'valid') return <LiveLink resetToken={resetToken} link={link.data} />;
  if (link.data) return <LinkIsDead state={link.data.state} link={link.data} />;
  if (link.isError) return <LinkNotChecked onRetry={() => void link.refetch()} />;
  return <LoadingPage title={pageTitles.resetPassword} />;
}

function LiveLink({ resetToken, link }: { resetToken: string; link: PasswordLinkReply }) {
  const [query] = useSearchParams();
  const planOfAddress = planTypes.find((plan) => plan === query.get('plan'));
  if (link.kind === 'reset' || !link.answers)
    return <SetPassword resetToken={resetToken} link={link} planOfAddress={planOfAddress} />;
  return (
    <Suspense fallback={<LoadingPage title={pageTitles.resetPassword} />}>
      <CreatePassword resetToken={resetToken} link={link} kept={link.answers} planOfAddress={planOfAddress} />
    </Suspense>
  );
}

function LinkIsDead({ state, link }: { state: DeadLinkState; link: PasswordLinkReply }) {
  const { title, message } = deadLinkText(state, link.kind);
  useDocumentTitle(title);
  return (
    <div className={layout.form}>
      <PageHeading lead={message}>{title}</PageHeading>
      <DeadLink {...link} state={state} />
    </div>
  );
}

function LinkNotChecked({ onRetry }: { onRetry(): void }) {
  useDocumentTitle(t('registration.resetPasswordPage.checkFailedTitle', 'We couldn’t check your link'));
  return (
    <div className={layout.form}>
      <PageHeading
        lead={t(
          'registration.resetPasswordPage.checkFailedText',
          'Check your connection and try again. This doesn’t use up your link.',
        )}
      >
        {t('registration.resetPasswordPage.checkFailedTitle', 'We couldn’t check your link')}
      </PageHeading>
      <Button onClick={onRetry}>{t('common.tryAgain', 'Try again')}</Button>
    </div>
  );
}
