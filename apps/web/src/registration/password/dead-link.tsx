import { endpoints } from '@foyer/contracts/endpoints';
import type { PasswordLinkReply } from '@foyer/contracts/registration/password-link';
import { resendVerificationReply } from '@foyer/contracts/registration/verify-email';
import { useMutation } from '@tanstack/react-query';
import { problemInWords } from '../../http/errors.ts';
import { send } from '../../http/send.ts';
import { routes } from '../../routes.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import styles from './dead-link.module.css';
import type { DeadLinkState } from './link-texts.ts';
import { t } from '../../words/t.ts';

/** The links to the login need a full page load, because this page's CSP blocks telemetry. */
export function DeadLink({
  state,
  kind,
  email,
}: Omit<PasswordLinkReply, 'state'> & { state: DeadLinkState }) {
  if (state === 'used')
    return (
      <div className={styles.ways}>
        <ButtonLink to={routes.login} reloadDocument>
          {t('common.logIn', 'Log in')}
        </ButtonLink>
        <TextLink to={routes.forgotPassword} state={{ email }}>
          {t('common.forgotPasswordLink', 'Forgot password?')}
        </TextLink>
      </div>
    );
  if (state === 'unknown')
    return (
      <div className={styles.ways}>
        <ButtonLink to={routes.login} reloadDocument>
          {t('common.goToLogin', 'Go to login')}
        </ButtonLink>
        <TextLink to={routes.signUp}>{t('common.createAccountLink', 'Create an account')}</TextLink>
      </div>
    );
  if (kind === 'create' && email) return <NewLink email={email} isUrgent={state === 'expired'} />;
  return (
    <div className={styles.ways}>
      {kind === 'create' ? (
        <ButtonLink to={routes.signUp}>{t('registration.deadLink.signUpAgain', 'Sign up again')}</ButtonLink>
      ) : (
        <ButtonLink to={routes.forgotPassword} state={{ email }}>
          {t('registration.deadLink.newLinkTitle', 'Get a new link')}
        </ButtonLink>
      )}
    </div>
  );
}

function NewLink({ email, isUrgent }: { email: string; isUrgent: boolean }) {
  const resend = useMutation({
    mutationFn: () => send(endpoints.resendVerification, { body: { email }, reply: resendVerificationReply }),
  });
  return (
    <div className={styles.block}>
      <Message kind="success">
        {resend.isSuccess &&
          t('registration.emailSentAgain', 'We’ve sent another email to {email}.', { email })}
      </Message>
      <Message kind="error">
        {problemInWords(
          resend.error,
          t('common.emailNotSent', 'We couldn’t send the email. Check your connection and try again.'),
        )}
      </Message>
      {!resend.isSuccess && (
        <div className={styles.ways}>
          <Button
            variant={isUrgent ? 'primary' : 'secondary'}
            isLoading={resend.isPending}
            onClick={() => resend.mutate()}
          >
            {t('registration.deadLink.sendNewLink', 'Send a new link')}
          </Button>
          <span className={styles.address}>
            {t('registration.deadLink.recipient', 'We’ll send it to {email}.', {
              email,
            })}
          </span>
        </div>
      )}
    </div>
  );
}
