import { isPaid } from '@foyer/catalog/entitlements';
import { linkLifeHours } from '@foyer/contracts/identity/password';
import { Suspense, useCallback, useState, type ReactNode } from 'react';
import { Navigate } from 'react-router-dom';
import { ResendEmail } from '../verify-email/resend-email.tsx';
import { VerifiedNotice } from '../verify-email/verified-notice.tsx';
import { useVerifiedElsewhere } from '../verify-email/use-verified-elsewhere.ts';
import { DocumentRedirect } from '../../navigation/document-redirect.tsx';
import { usePricePreview } from '../../navigation/price-preview.ts';
import { usePlan } from '../../navigation/plan-choice.ts';
import { stepCount } from '../../navigation/step-count.ts';
import { storedVerification } from '../verification.ts';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { pageTitles } from '../../page-values/page-titles.ts';
import { routes } from '../../routes.ts';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ProgressRing } from '../../ui/progress-ring.tsx';
import { OutsideLink, TextLink } from '../../ui/text-link.tsx';
import layout from '../../ui/page-layout.module.css';
import { rich, t } from '../../words/t.ts';
import styles from './verify-email-page.module.css';

const OpenMailbox = lazyComponent(async () => (await import('../verify-email/open-mailbox.tsx')).OpenMailbox);

const TEAM_STEPS = 2;

export function VerifyEmailPage() {
  const plan = usePlan();
  const { support } = usePageValues();
  const [verification] = useState(() => storedVerification.read());
  usePricePreview(verification?.invitedTo === 'team' ? undefined : 'estimated');
  const isVerified = useVerifiedElsewhere(verification?.email ?? '');
  const [isTickSeen, setTickSeen] = useState(false);
  const moveOn = useCallback(() => setTickSeen(true), []);
  useDocumentTitle(
    isVerified ? t('registration.verifyEmailPage.verified', '✓ Email verified') : pageTitles.verifyEmail,
  );

  if (!verification) return <Navigate to={routes.signUp} replace />;
  const { email, invitedTo } = verification;
  // The user is signed in after the verification, so the login's URL shows the home page with open invitations.
  if (isVerified && invitedTo) return <Navigate to={routes.login} replace />;
  if (isVerified && !isTickSeen)
    return (
      <div className={layout.centred}>
        <VerifiedNotice onSeen={moveOn}>
          {t(
            'registration.verifyEmailPage.verifiedElsewhere',
            'You verified it in another tab. You can continue in this one, too.',
          )}
        </VerifiedNotice>
      </div>
    );
  // The billing page has its own CSP, so it needs a full page load.
  if (isVerified && isPaid(plan)) return <DocumentRedirect url={routes.billing} />;
  if (isVerified) return <Navigate to={routes.success} replace />;
  const strong = (words: ReactNode) => <strong className={styles.email}>{words}</strong>;
  const steps = invitedTo === 'team' ? TEAM_STEPS : stepCount(plan);
  return (
    <div className={layout.form}>
      <PageHeading
        aside={<ProgressRing step={1} of={steps} />}
        lead={
          invitedTo
            ? rich(
                'registration.verifyEmailPage.sentToAccept',
                'We sent an email to <strong>{email}</strong>. Open it and follow the link to accept the invitation.',
                { email, strong },
              )
            : rich(
                'registration.verifyEmailPage.sentToSetPassword',
                'We sent an email to <strong>{email}</strong>. Open it and follow the link to create your password.',
                { email, strong },
              )
        }
      >
        {t('common.verifyEmail', 'Verify your email')}
      </PageHeading>
      <ul className={styles.tips}>
        <li>
          {t(
            'registration.verifyEmailPage.linkLifetime',
            'The link works for {hours, plural, one {# hour} other {# hours}}. If you request another email, either link works.',
            { hours: linkLifeHours.create_password },
          )}
        </li>
        <li>
          {t('registration.emailMissing', 'No email yet? It can take a minute. Check your spam folder, too.')}
        </li>
        <li>
          {invitedTo
            ? t(
                'registration.verifyEmailPage.wrongInvitedAddress',
                'Wrong email address? The invitation works only for this one. Ask the person who invited you for a new invitation.',
              )
            : rich(
                'registration.verifyEmailPage.wrongAddress',
                'Wrong email address? <change>Change it</change>',
                {
                  change: (words) => <TextLink to={routes.signUpForm}>{words}</TextLink>,
                },
              )}
        </li>
      </ul>
      <div className={styles.mailbox}>
        <Suspense>
          <OpenMailbox email={email} />
        </Suspense>
      </div>
      <ResendEmail verification={verification} />
      <p className={layout.footnote}>
        {rich(
          'registration.verifyEmailPage.stillMissing',
          'Still no email? Contact us at <address></address>.',
          {
            address: () => <OutsideLink href={`mailto:${support.email}`}>{support.email}</OutsideLink>,
          },
        )}
      </p>
    </div>
  );
}
