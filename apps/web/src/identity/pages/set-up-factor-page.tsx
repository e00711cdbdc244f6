import type { SessionUser } from '@foyer/contracts/identity/login';
import type { KnownSession } from '@foyer/contracts/identity/session';
import { useQuery } from '@tanstack/react-query';
import { useState, type SubmitEvent } from 'react';
import { Navigate } from 'react-router-dom';
import { PasskeyList } from '../passkeys/passkey-list.tsx';
import { passkeysQuery } from '../passkeys/passkeys-query.ts';
import { FactorFields } from '../../fields/factor-fields.tsx';
import { StepUpPrompt } from '../step-up/step-up-prompt.tsx';
import { useStepUp } from '../step-up/use-step-up.ts';
import { useTypedStepUp } from '../step-up/use-typed-step-up.ts';
import { SecondFactor } from '../second-factor/second-factor.tsx';
import { secondFactorQuery } from '../second-factor/second-factor-query.ts';
import { ProblemError, problemInWords } from '../../http/errors.ts';
import { sessionQuery } from '../../http/session-query.ts';
import { readArrival } from '../../navigation/arrival.ts';
import { useDocumentNavigation } from '../../navigation/document-navigation.ts';
import { useLogOut } from '../log-out.ts';
import { SignInFirst } from '../../navigation/sign-in-first.tsx';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { pageTitles } from '../../page-values/page-titles.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { PageSkeleton } from '../../ui/page-skeleton.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { rich, t } from '../../words/t.ts';
import layout from '../../ui/page-layout.module.css';
import styles from './set-up-factor-page.module.css';

/**
 * Users who need a second factor (decision 83) set one up here, or verify an existing one. The page ends with a button
 * and does not redirect, because recovery codes may be visible.
 */
export function SetUpFactorPage() {
  useDocumentTitle(pageTitles.setUpFactor);
  const session = useQuery(sessionQuery);
  const factor = useQuery(secondFactorQuery);
  const passkeys = useQuery(passkeysQuery);
  if (session.data && !session.data.user) return <SignInFirst />;
  if (session.data?.restrictedTo && session.data.restrictedTo !== 'second-factor')
    return <Navigate to={routes.login} replace />;
  if (session.data?.user && factor.data && passkeys.data) {
    const { since, company } = factor.data;
    const has = {
      passkey: passkeys.data.passkeys.length > 0,
      app: since !== undefined,
      company: company !== undefined,
      password: factor.data.hasPassword,
    };
    return <SetUp session={session.data} user={session.data.user} has={has} />;
  }
  if (session.isError || factor.isError || passkeys.isError)
    return (
      <div className={layout.form}>
        <PageHeading lead={t('common.noAnswer', 'We couldn’t connect. Check your connection and try again.')}>
          {t('common.settingsNotLoaded', 'We couldn’t load your settings')}
        </PageHeading>
        <Button
          onClick={() => {
            for (const query of [session, factor, passkeys]) void query.refetch();
          }}
        >
          {t('common.tryAgain', 'Try again')}
        </Button>
      </div>
    );
  return <PageSkeleton title={pageTitles.setUpFactor} kind="setting" />;
}

type SetUpProps = {
  session: KnownSession;
  user: SessionUser;
  has: { passkey: boolean; app: boolean; company: boolean; password: boolean };
};

function SetUp({ session, user, has }: SetUpProps) {
  const { productName, homeUrl } = usePageValues();
  const leave = useDocumentNavigation();
  // Fixed at the first render, so that a set-up on this page does not switch the page to verification.
  const isMissing = session.restrictedTo === 'second-factor';
  const hasOne = has.passkey || has.app || has.company;
  const [hadOne] = useState(hasOne);
  const [isVerifying] = useState(isMissing && hasOne);
  return (
    <div className={layout.form}>
      <PageHeading
        lead={
          session.factorNeeded?.of === 'portal'
            ? t(
                'identity.setUpFactorPage.portalRequires',
                '{productName} requires two-step verification to protect your account from stolen passwords.',
                {
                  productName,
                },
              )
            : t(
                'identity.setUpFactorPage.teamRequires',
                '{team} requires two-step verification to protect its members from stolen passwords.',
                {
                  team: user.team.name,
                },
              )
        }
      >
        {isVerifying
          ? t('identity.setUpFactorPage.verifyTitle', 'Complete two-step verification')
          : t('common.setUpSecondFactor', 'Set up two-step verification')}
      </PageHeading>
      <StepUpPrompt />
      <div className={styles.sections}>
        <div className={styles.next}>
          <Message kind="success">
            {!isMissing &&
              hasOne &&
              t('identity.setUpFactorPage.done', 'Two-step verification is set up. You can continue.')}
          </Message>
          {isMissing && hadOne && <VerifyFactor has={has} />}
          {!isMissing && (
            <Button onClick={() => leave(readArrival().redirectUrl || homeUrl)}>
              {t('common.continue', 'Continue')}
            </Button>
          )}
        </div>
        {!hadOne && (
          <>
            {isMissing && has.password && (
              <p>{t('identity.setUpFactorPage.chooseOne', 'Choose one. You can add the other later.')}</p>
            )}
            <PasskeyList />
            <SecondFactor />
            {isMissing && (
              <p>
                {rich(
                  'identity.setUpFactorPage.dataOrDeletion',
                  'You can still <data>download your data or delete your account</data> without it.',
                  {
                    data: (words) => <TextLink to={routes.settingsData}>{words}</TextLink>,
                  },
                )}
              </p>
            )}
          </>
        )}
        {isMissing && <LogOut />}
      </div>
    </div>
  );
}

function VerifyFactor({ has }: Pick<SetUpProps, 'has'>) {
  return (
    <>
      {has.passkey && <GivePasskey />}
      {has.app && <GiveCode isSecond={has.passkey} />}
      {has.company && (
        <p>
          {t(
            'identity.setUpFactorPage.waysOut',
            'To use your company’s two-step verification, log out and sign in with your company.',
          )}
        </p>
      )}
    </>
  );
}

function GivePasskey() {
  const prove = useStepUp();
  return (
    <>
      <p>
        {t(
          'identity.setUpFactorPage.verifyWithPasskey',
          'You logged in without two-step verification. Use your passkey to continue.',
        )}
      </p>
      <Message kind="error">
        {(prove.data === false && t('identity.noPasskeyUsed', 'No passkey was used. Try again.')) ||
          problemInWords(
            prove.error,
            t('common.noAnswer', 'We couldn’t connect. Check your connection and try again.'),
          )}
      </Message>
      <Button isLoading={prove.isPending} onClick={() => prove.mutate('passkey')}>
        {t('identity.usePasskey', 'Use a passkey')}
      </Button>
    </>
  );
}

function GiveCode({ isSecond }: { isSecond: boolean }) {
  const stepUp = useStepUp();
  const { error } = stepUp;
  const { codeEntry, errors, check } = useTypedStepUp({ password: false, code: true }, () => {
    if (!stepUp.isIdle) stepUp.reset();
  });
  const wrongCode = codeEntry.errorIn(error instanceof ProblemError ? error.fields : {});

  async function submit(event: SubmitEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const body = await check();
    if (body) stepUp.mutate(body);
  }

  return (
    <form className={styles.next} method="post" onSubmit={(event) => void submit(event)} noValidate>
      <p>
        {isSecond
          ? t('identity.setUpFactorPage.orEnterCode', 'Or enter a code from your authenticator app.')
          : t(
              'identity.setUpFactorPage.verifyWithCode',
              'You logged in without two-step verification. Enter a code to continue.',
            )}
      </p>
      <Message kind="error">
        {error &&
          !wrongCode &&
          problemInWords(
            error,
            t('common.noAnswer', 'We couldn’t connect. Check your connection and try again.'),
          )}
      </Message>
      <FactorFields entry={codeEntry} error={errors.code ?? wrongCode} isSecond={isSecond} />
      <Button type="submit" isLoading={stepUp.isPending}>
        {t('identity.confirm', 'Confirm')}
      </Button>
    </form>
  );
}

function LogOut() {
  const { logOut, isLoggingOut } = useLogOut();
  return (
    <div>
      <Button variant="secondary" onClick={logOut} isLoading={isLoggingOut}>
        {t('common.logOut', 'Log out')}
      </Button>
    </div>
  );
}
