import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate } from 'react-router-dom';
import { BillingForm } from '../billing-form.tsx';
import { sessionQuery } from '../../http/session-query.ts';
import { storedBillingEmail } from '../../navigation/billing-email.ts';
import { loginAddress } from '../../identity/login-address.ts';
import { usePricePreview } from '../../navigation/price-preview.ts';
import { useChoosePro } from '../../navigation/plan-choice.ts';
import { stepCount } from '../../navigation/step-count.ts';
import { SignInFirst } from '../../navigation/sign-in-first.tsx';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { pageTitles } from '../../page-values/page-titles.ts';
import { routes } from '../../routes.ts';
import { Message } from '../../ui/message.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ProgressRing } from '../../ui/progress-ring.tsx';
import { OutsideLink } from '../../ui/text-link.tsx';
import { rich, t } from '../../words/t.ts';
import layout from '../../ui/page-layout.module.css';
import { LoadingPage } from '../../navigation/loading-page.tsx';
import { OwnerDecidesPage } from '../../company/pages/owner-decides-page.tsx';

export function BillingPage() {
  const kept = storedBillingEmail.read();
  const signedInAs = useSignedInAs();
  const { planOwner } = usePageValues();
  if (planOwner !== undefined) return <OwnerDecidesPage title={pageTitles.billing} name={planOwner} />;
  if (signedInAs === undefined) return <LoadingPage title={pageTitles.billing} />;
  if (signedInAs === '') return kept ? <SignInFirst /> : <Navigate to={routes.home} replace />;
  return <Billing email={kept || signedInAs} signedInAs={signedInAs} title={pageTitles.billing} isStep />;
}

export function ProUpgradePage() {
  const email = useSignedInAs();
  const { planOwner } = usePageValues();
  if (planOwner !== undefined) return <OwnerDecidesPage title={pageTitles.proUpgrade} name={planOwner} />;
  if (email === undefined) return <LoadingPage title={pageTitles.proUpgrade} />;
  if (email === '') return <Navigate to={routes.home} replace />;
  return <Billing email={email} signedInAs={email} title={pageTitles.proUpgrade} />;
}

/**
 * Returns the email address of the logged-in user, empty if no user is logged in, or undefined while this is unknown.
 */
function useSignedInAs(): string | undefined {
  const { userEmail } = usePageValues();
  // Asks the server, because the visitor may have logged in after the page was loaded.
  const session = useQuery({ ...sessionQuery, enabled: userEmail === '' });
  if (userEmail) return userEmail;
  return session.isPending ? undefined : (session.data?.user?.email ?? '');
}

type BillingProps = { email: string; signedInAs: string; title: string; isStep?: boolean };

function Billing({ email, signedInAs, title, isStep = false }: BillingProps) {
  const navigate = useNavigate();
  const { support, links } = usePageValues();
  const steps = stepCount('pro');
  useChoosePro();
  usePricePreview('quoted');
  useDocumentTitle(title);
  return (
    <div className={layout.form}>
      <PageHeading
        lead={t(
          'billing.billingPage.cardPrivacy',
          'Your card details go straight to our payment provider. We never see your card number.',
        )}
        aside={isStep && <ProgressRing step={steps} of={steps} />}
      >
        {title}
      </PageHeading>
      {email !== signedInAs && (
        <div className={layout.notice}>
          <Message kind="info">
            {rich(
              'billing.billingPage.otherAccount',
              'You’re logged in as {signedInAs}. To pay for {email}, <link>log in with that email address</link> first.',
              {
                signedInAs,
                email,
                link: (words) => <OutsideLink href={loginAddress(routes.billing)}>{words}</OutsideLink>,
              },
            )}
          </Message>
        </div>
      )}
      <BillingForm
        email={email}
        onPaid={() => {
          storedBillingEmail.remove();
          void navigate(routes.billingSuccess, { replace: true });
        }}
      />
      <p className={layout.footnote}>
        <OutsideLink href={links.productTerms} isNewTab>
          {t('billing.billingPage.termsOfUse', 'Product terms of use')}
        </OutsideLink>{' '}
        ·{' '}
        <OutsideLink href={links.privacy} isNewTab>
          {t('common.privacy', 'Privacy')}
        </OutsideLink>{' '}
        ·{' '}
        <OutsideLink href={`mailto:${support.email}`}>
          {t('billing.billingPage.contact', 'Ask about billing')}
        </OutsideLink>
      </p>
    </div>
  );
}
