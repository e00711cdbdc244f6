import { Suspense, useState, useTransition } from 'react';
import { lazyPage } from '../../ui/load-page.ts';
import { Button } from '../../ui/button.tsx';

const CompanySignInForm = lazyPage(
  async () => (await import('./company-sign-in-form.tsx')).CompanySignInForm,
);
const CompanyOffer = lazyPage(async () => (await import('./company-offer.tsx')).CompanyOffer);

/** Single sign-on, by itself or for the address typed in the login form; both are loaded on demand. */
export function CompanySignIn({ email = '' }: { email?: string }) {
  const [isOpen, setOpen] = useState(false);
  const [isLoading, startTransition] = useTransition();
  const byItself = (
    <>
      <Button
        variant="quiet"
        isWide
        isExpanded={isOpen}
        isLoading={isLoading}
        onClick={() => startTransition(() => setOpen(!isOpen))}
      >
        Sign in with your company
      </Button>
      {isOpen && <CompanySignInForm />}
    </>
  );
  return /@.+\../.test(email) ? (
    <Suspense fallback={byItself}>
      <CompanyOffer email={email}>{byItself}</CompanyOffer>
    </Suspense>
  ) : (
    byItself
  );
}
