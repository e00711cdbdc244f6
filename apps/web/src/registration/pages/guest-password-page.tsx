import { Navigate } from 'react-router-dom';
import { useRegisterCollaborator } from '../event-guests/use-register-collaborator.ts';
import { NewPasswordForm } from '../../fields/new-password-form.tsx';
import { invitedProblemOf, isAccountExistsError } from '../../http/registration-problem.ts';
import { guestLogin, guestState, type EventGuest } from '../event-guest.ts';
import { usePricePreview } from '../../navigation/price-preview.ts';
import { usePlan } from '../../navigation/plan-choice.ts';
import { stepCount } from '../../navigation/step-count.ts';
import { storedSignUpDraft } from '../sign-up-draft.ts';
import { useDocumentTitle } from '../../page-values/document-title.ts';
import { routes } from '../../routes.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import { ProgressRing } from '../../ui/progress-ring.tsx';
import { OutsideLink } from '../../ui/text-link.tsx';
import { t } from '../../words/t.ts';
import layout from '../../ui/page-layout.module.css';

export function GuestPasswordPage({ guest }: { guest: EventGuest }) {
  const plan = usePlan();
  const register = useRegisterCollaborator(guest, plan);
  const form = storedSignUpDraft.read();
  useDocumentTitle(t('common.createPassword', 'Create your password'));
  usePricePreview('estimated');
  if (guest.needsMail || (!form && register.isIdle))
    return <Navigate to={routes.signUpForm} state={guestState(guest)} replace />;
  return (
    <div className={layout.form}>
      <PageHeading
        lead={t('registration.forAccount', 'For your account {email}', { email: guest.email })}
        aside={<ProgressRing step={2} of={stepCount(plan)} />}
      >
        {t('common.createPassword', 'Create your password')}
      </PageHeading>
      <NewPasswordForm
        email={guest.email}
        submitLabel={t('registration.createPassword', 'Create password')}
        isLoading={register.isPending || register.isSuccess}
        serverMessage={invitedProblemOf(register.error)}
        onChange={() => register.reset()}
        onSubmit={(password, confirmPassword) => {
          if (form) register.mutate({ form, password, confirm_password: confirmPassword });
        }}
      />
      {isAccountExistsError(register.error) && (
        <p className={layout.footnote}>
          <OutsideLink href={guestLogin(guest)}>
            {t('registration.guestPasswordPage.logInTitle', 'Log in to accept the invitation')}
          </OutsideLink>
        </p>
      )}
    </div>
  );
}
