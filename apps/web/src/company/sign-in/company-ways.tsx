import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { ChooseIdp } from './choose-idp.tsx';
import { CompanySignInForm } from './company-sign-in-form.tsx';
import { rich, t } from '../../words/t.ts';
import styles from './company-ways.module.css';
import { fieldProblemOf, problemText, useFindIdp } from './use-find-idp.ts';
import { useSingleSignOnDomain } from './use-single-sign-on-domain.ts';

type CompanyWaysProps = {
  email: string;
  /** A login is running or done. Such a login may change the session and its CSRF token, so no domain is looked up. */
  isLoggingIn: boolean;
  isInitiallyOpen: boolean;
};

/**
 * Offers single sign-on if the domain of the typed email address has it. This part is below the password form, so that
 * no other button moves.
 */
export function CompanyWays({ email, isLoggingIn, isInitiallyOpen }: CompanyWaysProps) {
  const domain = useSingleSignOnDomain(email, !isLoggingIn);
  return (
    <>
      <VisuallyHidden>
        <span role="status">
          {domain &&
            t('company.companyWays.available', 'You can continue with single sign-on for {domain}.', {
              domain,
            })}
        </span>
      </VisuallyHidden>
      {domain ? (
        <Offer key={domain} email={email} domain={domain} />
      ) : (
        <SeparateForm isInitiallyOpen={isInitiallyOpen} />
      )}
    </>
  );
}

function Offer({ email, domain }: { email: string; domain: string }) {
  const find = useFindIdp();
  const idpNames = find.data?.idpNames;
  return (
    <div className={styles.offer}>
      <Button
        variant="secondary"
        isWide
        isLoading={find.isPending || (find.isSuccess && !idpNames)}
        onClick={() => find.mutate(email)}
      >
        {rich(
          'company.companyWays.continueButton',
          'Continue with single sign-on for <name>{domain}</name>',
          {
            domain,
            name: (words) => <span className={styles.domain}>{words}</span>,
          },
        )}
      </Button>
      <Message kind="error">{find.error && (fieldProblemOf(find.error) ?? problemText(find.error))}</Message>
      {idpNames && <ChooseIdp idpNames={idpNames} />}
    </div>
  );
}

function SeparateForm({ isInitiallyOpen }: { isInitiallyOpen: boolean }) {
  const [isOpen, setOpen] = useState(isInitiallyOpen);
  return (
    <>
      <Button variant="quiet" isWide isExpanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('company.signInHeading', 'Sign in with your company')}
      </Button>
      {isOpen && <CompanySignInForm />}
    </>
  );
}
