import type { PendingSignInReply } from '@foyer/contracts/company/saml';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { pendingSignInQuery, useAskToBeInvited } from '../sign-in/pending-sign-in.ts';
import { openProblemText, useOpenInvitation } from '../../navigation/use-open-invitation.ts';
import { ProblemError } from '../../http/errors.ts';
import { sessionQuery } from '../../http/session-query.ts';
import { loginAddress } from '../../identity/login-address.ts';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { pageTitles } from '../../page-values/page-titles.ts';
import { routes } from '../../routes.ts';
import { Button, ButtonAnchor, ButtonLink } from '../../ui/button.tsx';
import { EmptyTable } from '../../ui/empty-table.tsx';
import { Message } from '../../ui/message.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { OutsideLink, TextLink } from '../../ui/text-link.tsx';
import { rich, t } from '../../words/t.ts';
import layout from '../../ui/page-layout.module.css';
import { LoadingPage } from '../../navigation/loading-page.tsx';

type Waiting = NonNullable<PendingSignInReply['waiting']>;

export function SamlPendingPage() {
  const pending = useQuery(pendingSignInQuery);
  const session = useQuery(sessionQuery);
  if (pending.isError || session.isError) return <Navigate to={routes.failureGeneral} replace />;
  if (!pending.data || !session.data) return <LoadingPage title={pageTitles.samlPending} />;
  const { waiting } = pending.data;
  if (!waiting)
    return (
      <SignInAgain
        why={t(
          'company.samlPendingPage.nothingPending',
          'There’s nothing left to confirm here. Sign in with your company again to continue.',
        )}
      />
    );
  if (waiting.decidedBy === 'owner') return <OwnerDecides {...waiting} />;
  if (waiting.decidedBy === 'own-login' && waiting.isUnsolicited)
    return (
      <SignInAgain
        why={t(
          'company.samlPendingPage.startHere',
          'This sign-in started at your company, so we can’t link it to your account. Sign in with your company from our login page instead.',
        )}
      />
    );
  if (waiting.decidedBy === 'own-login') return <OwnLogin {...waiting} />;
  const isSignedIn = session.data.user?.email === waiting.email;
  return <OtherTeam {...waiting} isSignedIn={isSignedIn} />;
}

function OwnerDecides({ email, teamName, hasMoved, isUnsolicited }: Waiting) {
  return (
    <Screen title={t('common.companyMustConfirm', 'Your company must confirm who you are')}>
      <p>
        {hasMoved
          ? rich(
              'company.samlPendingPage.recentlyReleasedEmail',
              '<strong>{email}</strong> was the email address of an account until recently. We can’t tell whether that account is yours.',
              { email, strong },
            )
          : rich(
              'company.samlPendingPage.sameEmailUnproven',
              'We can’t tell whether the account for <strong>{email}</strong> is yours or belongs to someone who had this email address before you.',
              { email, strong },
            )}
      </p>
      <p>
        {rich(
          'company.samlPendingPage.ownerAsked',
          'We’ve asked the owner of <strong>{teamName}</strong>. Once they’ve answered, sign in with your company again.',
          { teamName, strong },
        )}
      </p>
      {!hasMoved && !isUnsolicited && (
        <>
          <p>
            {t(
              'company.samlPendingPage.passwordConfirms',
              'If the account is yours and you have its password or a passkey for it, log in now, in this browser. That also confirms it’s you.',
            )}
          </p>
          <Choice>
            <ButtonAnchor href={routes.login}>{t('common.logIn', 'Log in')}</ButtonAnchor>
          </Choice>
        </>
      )}
    </Screen>
  );
}

function OwnLogin({ email, teamName, isOwnersAccount }: Waiting) {
  const { support } = usePageValues();
  return (
    <Screen title={t('company.samlPendingPage.loginOnceTitle', 'Log in once to link your account')}>
      <p>{t('company.samlPendingPage.loginOnceOutcome', 'After that, you can sign in with your company.')}</p>
      <p>
        {rich(
          'company.samlPendingPage.loginOnceReason',
          'The account for <strong>{email}</strong> has extra protection, so your company’s sign-in alone can’t open it. Log in here, in this browser, with the password or passkey you already have.',
          { email, strong },
        )}
      </p>
      <p>
        {isOwnersAccount
          ? rich(
              'company.samlPendingPage.ownerWithoutLogin',
              'Do you own the team <strong>{teamName}</strong> but have no password or passkey? Email <link>{support}</link>.',
              {
                teamName,
                strong,
                support: support.email,
                link: (words) => <OutsideLink href={`mailto:${support.email}`}>{words}</OutsideLink>,
              },
            )
          : rich(
              'company.samlPendingPage.askOwner',
              'If you can’t, ask the owner of <strong>{teamName}</strong>. They can confirm on the team page that it’s you.',
              { teamName, strong },
            )}
      </p>
      <Choice>
        <ButtonAnchor href={routes.login}>{t('common.logIn', 'Log in')}</ButtonAnchor>
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
    <Screen
      title={t('company.samlPendingPage.notInTeamTitle', 'Your account isn’t in {teamName}', { teamName })}
    >
      <p>
        {rich(
          'company.samlPendingPage.outsideTeam',
          'The account for <strong>{email}</strong> isn’t in the team <strong>{teamName}</strong>, so your company’s sign-in can’t open it. Log in with that account’s password instead.',
          { email, teamName, strong },
        )}
      </p>
      {invitationId === undefined ? (
        <>
          <p>
            {t(
              'company.samlPendingPage.invitationNeeded',
              'To use this account with your company’s sign-in, you need an invitation to the team.',
            )}
          </p>
          <Message kind="error">{ask.error && askProblemText(ask.error)}</Message>
          <Message kind="success">
            {hasAsked &&
              t(
                'company.samlPendingPage.invitationRequested',
                'We’ve asked the team’s owner to invite you. If they do, you’ll get an email.',
              )}
          </Message>
          <Choice>
            {!hasAsked && (
              <Button onClick={() => ask.mutate()} isLoading={ask.isPending}>
                {t('company.samlPendingPage.requestInvitation', 'Ask for an invitation')}
              </Button>
            )}
            <ButtonAnchor href={loginAddress(routes.samlPending)} variant="secondary">
              {t('company.samlPendingPage.login', 'Log in to your account')}
            </ButtonAnchor>
          </Choice>
        </>
      ) : (
        <>
          <p>
            {isSignedIn
              ? t(
                  'company.samlPendingPage.invitedReview',
                  'You’re invited to the team. Review what changes before you move your account.',
                )
              : t(
                  'company.samlPendingPage.invitedLogin',
                  'You’re invited to the team. Log in to your account first, then decide whether to move it.',
                )}
          </p>
          {!isSignedIn && (
            <p>
              {rich(
                'company.samlPendingPage.choosePassword',
                'No password yet, or forgot it? <link>Set a password</link>, then log in.',
                {
                  link: (words) => <TextLink to={routes.forgotPassword}>{words}</TextLink>,
                },
              )}
            </p>
          )}
          <Message kind="error">{open.error && openProblemText(open.error)}</Message>
          <Choice>
            {isSignedIn ? (
              <Button onClick={() => open.mutate(invitationId)} isLoading={open.isPending || open.isSuccess}>
                {t('company.samlPendingPage.seeInvitation', 'See invitation')}
              </Button>
            ) : (
              <ButtonAnchor href={loginAddress(routes.samlPending)}>
                {t('company.samlPendingPage.login', 'Log in to your account')}
              </ButtonAnchor>
            )}
          </Choice>
        </>
      )}
    </Screen>
  );
}

function SignInAgain({ why }: { why: string }) {
  return (
    <Screen title={t('company.samlPendingPage.signInAgain', 'Sign in with your company again')}>
      <p>{why}</p>
      <Choice>
        <ButtonLink to={routes.home}>{t('common.logIn', 'Log in')}</ButtonLink>
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
    return t('common.noAnswer', 'We couldn’t connect. Check your connection and try again.');
  return error.code === 'NotFound'
    ? t(
        'company.samlPendingPage.requestExpired',
        'Sign in with your company again, then ask for the invitation.',
      )
    : error.message;
}

const strong = (words: ReactNode) => <strong>{words}</strong>;
