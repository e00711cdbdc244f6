import { useNavigate } from 'react-router-dom';
import { SignUpForm } from '../features/sign-up/sign-up-form.tsx';
import { guestEntrance, guestState, useEventGuest } from '../journey/event-guest.ts';
import { stepCount, usePlan } from '../journey/plan-choice.ts';
import { useDocumentTitle } from '../page-values/document-title.ts';
import { routes } from '../routes.ts';
import { BackLink } from '../ui/back-link.tsx';
import { PageHeading } from '../ui/page-heading.tsx';
import { ProgressRing } from '../ui/progress-ring.tsx';
import layout from './layout.module.css';

export function SignUpFormPage() {
  useDocumentTitle('Create an Account');
  const steps = stepCount(usePlan());
  const guest = useEventGuest();
  const navigate = useNavigate();
  return (
    <div className={layout.form}>
      <BackLink to={guest ? guestEntrance(guest) : routes.signUp}>Plans</BackLink>
      <PageHeading
        lead="Tell us about yourself so we can start you in the right place."
        aside={<ProgressRing step={1} of={steps} />}
      >
        Create an Account
      </PageHeading>
      {guest ? (
        <SignUpForm
          lockedEmail={guest.email}
          onKept={() => void navigate(routes.resetPassword, { state: guestState(guest) })}
        />
      ) : (
        <SignUpForm />
      )}
    </div>
  );
}
