import type { PendingSignInReply } from '@foyer/contracts/saml';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { pendingSignInQuery, useAskToBeInvited } from '../features/saml/pending-sign-in.ts';
import { openProblemText, useOpenInvitation } from '../journey/use-open-invitation.ts';
import { ProblemError } from '../http/errors.ts';
import { sessionQuery } from '../http/session-query.ts';
import { loginAddress } from '../journey/login-address.ts';
import { useDocumentTitle } from '../page-values/document-title.ts';
import { usePageValues } from '../page-values/page-values.tsx';
import { pageTitles } from '../page-values/page-titles.ts';
import { routes } from '../routes.ts';
import { Button, ButtonAnchor, ButtonLink } from '../ui/button.tsx';
import { EmptyTable } from '../ui/empty-table.tsx';
import { Message } from '../ui/message.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { OutsideLink, TextLink } from '../ui/text-link.tsx';
import layout from './layout.module.css';
import { LoadingPage } from './loading-page.tsx';

type Waiting = NonNullable<PendingSignInReply['waiting']>;

/** For whom their company vouches and whose account that alone does not open: what is true, and what they can do. */
export function SamlPendingPage() {
  const pending = useQuery(pendingSignInQuery);
  const session = useQuery(sessionQuery);
  if (pending.isError || session.isError) return <Navigate to={routes.failureGeneral} replace />;
  if (!pending.data || !session.data) return <LoadingPage title={pageTitles.samlPending} />;
  const { waiting } = pending.data;
  if (!waiting) return <Settled />;
  if (waiting.decidedBy === 'owner') return <OwnerDecides {...waiting} />;
  const isSignedIn = session.data.user?.email === waiting.email;
  return <OtherTeam {...waiting} isSignedIn={isSignedIn} />;
}

function OwnerDecides({ email, teamName, isOwnersAccount }: Waiting) {
  const { support } = usePageValues();
  return (
    <Screen title="Your company has to confirm who you are">
      <p>
        Your company’s sign-in has opened the account of <strong>{email}</strong> under another ID before. It
        may be yours, or that of somebody who had your address before you.
      </p>
      {isOwnersAccount ? (
        <p>
          It is the account of the owner of <strong>{teamName}</strong>. If it is not yours, write to{' '}
          <OutsideLink href={`mailto:${support.email}`}>{support.email}</OutsideLink>.
        </p>
      ) : (
        <p>
          The owner of <strong>{teamName}</strong> has been asked which it is. Once they have answered, sign
          in with your company again.
        </p>
      )}
      <p>If it is yours and you know its password, log in with it now. That confirms it, too.</p>
      <Choice>
        <ButtonAnchor href={routes.login}>Log in with the password</ButtonAnchor>
      </Choice>
    </Screen>
  );
}

function OtherTeam({
  email,
  teamName,
  invitationId,
  hasAsked,
  isSignedIn,
}: Waiting & { isSignedIn: boolean }) {
  const open = useOpenInvitation();
  const ask = useAskToBeInvited();
  return (
    <Screen title={`Your account is not in ${teamName}`}>
      <p>
        <strong>{email}</strong> has an account outside the team <strong>{teamName}</strong>. Your company’s
        sign-in cannot open it: only you can, with its password.
      </p>
      {invitationId === undefined ? (
        <>
          <p>To use it with your company, you need an invitation to the team.</p>
          <Message kind="error">{ask.error && askProblemText(ask.error)}</Message>
          <Message kind="success">
            {hasAsked && 'The owner of the team has been asked to invite you. The invitation comes by email.'}
          </Message>
          <Choice>
            {!hasAsked && (
              <Button onClick={() => ask.mutate()} isLoading={ask.isPending}>
                Ask for an invitation
              </Button>
            )}
            <ButtonAnchor href={loginAddress(routes.samlPending)} variant="secondary">
              Log in to your account
            </ButtonAnchor>
          </Choice>
        </>
      ) : (
        <>
          <p>
            You are invited to the team.{' '}
            {isSignedIn
              ? 'See what moving your account there costs you, and decide.'
              : 'Log in to your account first, then decide whether to move it there.'}
          </p>
          {!isSignedIn && (
            <p>
              No password yet, or forgotten? <TextLink to={routes.forgotPassword}>Choose one</TextLink>, then
              log in.
            </p>
          )}
          <Message kind="error">{open.error && openProblemText(open.error)}</Message>
          <Choice>
            {isSignedIn ? (
              <Button onClick={() => open.mutate(invitationId)} isLoading={open.isPending || open.isSuccess}>
                See invitation
              </Button>
            ) : (
              <ButtonAnchor href={loginAddress(routes.samlPending)}>Log in to your account</ButtonAnchor>
            )}
          </Choice>
        </>
      )}
    </Screen>
  );
}

/** Decided meanwhile, or too long ago. */
function Settled() {
  return (
    <Screen title="Sign in again">
      <p>Nothing is waiting here any more. Sign in with your company once more to see where you stand.</p>
      <Choice>
        <ButtonLink to={routes.home}>Log in</ButtonLink>
      </Choice>
    </Screen>
  );
}

function Screen({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title);
  return (
    <div className={layout.centred}>
      <EmptyTable />
      <PageHeading>{title}</PageHeading>
      <div className={layout.prose}>{children}</div>
    </div>
  );
}

function Choice({ children }: { children: ReactNode }) {
  return <div className={layout.choice}>{children}</div>;
}

function askProblemText(error: Error): string {
  if (!(error instanceof ProblemError))
    return 'The owner could not be asked. Check your connection and try again.';
  return error.code === 'NotFound' ? 'Sign in with your company again, and ask once more.' : error.message;
}
