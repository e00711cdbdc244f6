import { useGuestAnswers } from '../event-guests/use-guest-answers.ts';
import { SignUpForm } from '../sign-up/sign-up-form.tsx';
import { guestPath, guestLogin, useEventGuest, type EventGuest } from '../event-guest.ts';
import { usePricePreview } from '../../navigation/price-preview.ts';
import { usePlan } from '../../navigation/plan-choice.ts';
import { stepCount } from '../../navigation/step-count.ts';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { pageTitles } from '../../page-values/page-titles.ts';
import { routes } from '../../routes.ts';
import { BackLink } from '../../ui/back-link.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ProgressRing } from '../../ui/progress-ring.tsx';
import { OutsideLink } from '../../ui/text-link.tsx';
import { rich, t } from '../../words/t.ts';
import layout from '../../ui/page-layout.module.css';

export function SignUpFormPage() {
  useDocumentTitle(pageTitles.signUpForm);
  usePricePreview('estimated');
  const steps = stepCount(usePlan());
  const guest = useEventGuest();
  return (
    <div className={layout.form}>
      <BackLink to={guest ? guestPath(guest) : routes.signUp}>
        {t('registration.signUpFormPage.plans', 'Plans')}
      </BackLink>
      <PageHeading
        lead={t(
          'registration.signUpFormPage.lead',
          'Tell us about yourself so we can start you in the right place.',
        )}
        aside={<ProgressRing step={1} of={steps} />}
      >
        {t('common.createAccountHeading', 'Create an Account')}
      </PageHeading>
      {guest ? (
        <>
          <GuestForm guest={guest} />
          <p className={layout.footnote}>
            {rich('registration.logInInstead', 'Already have an account? <login>Log in</login>', {
              login: (words) => <OutsideLink href={guestLogin(guest)}>{words}</OutsideLink>,
            })}
          </p>
        </>
      ) : (
        <SignUpForm />
      )}
    </div>
  );
}

function GuestForm({ guest }: { guest: EventGuest }) {
  const { submit, isPending } = useGuestAnswers(guest);
  return <SignUpForm lockedEmail={guest.email} isLoading={isPending} onKept={submit} />;
}
