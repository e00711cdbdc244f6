import { planTypes } from '@foyer/catalog/plans';
import type { PasswordLinkReply } from '@foyer/contracts/password-link';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { DeadLink } from '../features/password/dead-link.tsx';
import { deadLinkText, type DeadLinkState } from '../features/password/link-texts.ts';
import { passwordLinkQuery } from '../features/password/password-link-query.ts';
import { isEnded, LinkInvitationNotice } from '../features/password/link-invitation.tsx';
import { serverMessageOf, useSetPassword } from '../features/password/use-set-password.ts';
import { NewPasswordForm } from '../fields/new-password-form.tsx';
import { sessionQuery } from '../http/session-query.ts';
import { useEventGuest } from '../journey/event-guest.ts';
import { stepCount } from '../journey/plan-choice.ts';
import { readResetToken } from '../journey/reset-link.ts';
import { useDocumentTitle } from '../page-values/document-title.ts';
import { Button } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { ProgressRing } from '../ui/progress-ring.tsx';
import { PageSpinner } from '../ui/spinner.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { GuestPasswordPage } from './guest-password-page.tsx';
import layout from './layout.module.css';
import styles from './reset-password-page.module.css';

/** Where a mailed link leads. What it is good for is asked first: nobody types a password for a dead link. */
export function ResetPasswordPage() {
  const [resetToken] = useState(readResetToken);
  const guest = useEventGuest();
  return guest ? <GuestPasswordPage guest={guest} /> : <MailedLink resetToken={resetToken} />;
}

function MailedLink({ resetToken }: { resetToken: string }) {
  const link = useQuery(passwordLinkQuery(resetToken));
  if (link.data?.state === 'valid') return <SetPassword resetToken={resetToken} link={link.data} />;
  if (link.data) return <LinkIsDead state={link.data.state} link={link.data} />;
  if (link.isError) return <LinkNotChecked onRetry={() => void link.refetch()} />;
  return <LinkInCheck />;
}

function LinkInCheck() {
  useDocumentTitle('Checking your link');
  return (
    <div className={layout.form}>
      <VisuallyHidden as="h1">Checking your link</VisuallyHidden>
      <PageSpinner />
    </div>
  );
}

function SetPassword({ resetToken, link }: { resetToken: string; link: PasswordLinkReply }) {
  const [query] = useSearchParams();
  const planOfAddress = planTypes.find((plan) => plan === query.get('plan'));
  const setPassword = useSetPassword(resetToken, planOfAddress);
  const signedInAs = useQuery(sessionQuery).data?.user?.email;
  const isCreate = link.kind !== 'reset';
  const title = isCreate ? 'Create your password' : 'Reset your password';
  const isWithoutInvitation = isEnded(link.invitation);
  const submitLabel = isWithoutInvitation
    ? 'Create a Free account'
    : isCreate
      ? 'Create password'
      : 'Reset password';
  useDocumentTitle(title);
  return (
    <div className={layout.form}>
      <PageHeading
        lead={link.email && <>For your account {link.email}</>}
        aside={isCreate && <ProgressRing step={2} of={stepCount(link.plan ?? planOfAddress ?? 'free')} />}
      >
        {title}
      </PageHeading>
      <div className={styles.notice}>
        <Message kind="info">
          {signedInAs &&
            link.email &&
            signedInAs !== link.email &&
            `You are logged in as ${signedInAs}. This link belongs to ${link.email}, whose password you are about to set.`}
        </Message>
      </div>
      {link.invitation && (
        <div className={styles.notice}>
          <Message kind="info">
            <LinkInvitationNotice invitation={link.invitation} />
          </Message>
        </div>
      )}
      <NewPasswordForm
        email={link.email}
        submitLabel={submitLabel}
        isLoading={setPassword.isPending || setPassword.isSuccess}
        serverMessage={serverMessageOf(setPassword.error)}
        onChange={() => setPassword.reset()}
        onSubmit={(password, confirmPassword) =>
          setPassword.mutate({
            password,
            confirm_password: confirmPassword,
            ...(isWithoutInvitation && { without_invitation: true }),
          })
        }
      />
    </div>
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
  useDocumentTitle('Your link could not be checked');
  return (
    <div className={layout.form}>
      <PageHeading lead="We got no answer. Check your connection and try again; your link is not used up by this.">
        Your link could not be checked
      </PageHeading>
      <Button onClick={onRetry}>Try again</Button>
    </div>
  );
}
