import { useState, useTransition } from 'react';
import { lazyPage } from '../../ui/load-page.ts';
import { Button } from '../../ui/button.tsx';

const CompanySignInForm = lazyPage(
  async () => (await import('./company-sign-in-form.tsx')).CompanySignInForm,
);

/** Single sign-on; its form is loaded on demand. */
export function CompanySignIn() {
  const [isOpen, setOpen] = useState(false);
  const [isLoading, startTransition] = useTransition();
  return (
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
}
