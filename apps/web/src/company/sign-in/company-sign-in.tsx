import { Suspense, useState } from 'react';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { Button } from '../../ui/button.tsx';
import { t } from '../../words/t.ts';

const CompanyWays = lazyComponent(async () => (await import('./company-ways.tsx')).CompanyWays);

export function CompanySignIn({
  email = '',
  isLoggingIn = false,
}: {
  email?: string;
  isLoggingIn?: boolean;
}) {
  const [isFormOpen, setFormOpen] = useState(false);
  const button = (
    <Button variant="quiet" isWide isExpanded={false} onClick={() => setFormOpen(true)}>
      {t('company.signInHeading', 'Sign in with your company')}
    </Button>
  );
  return isFormOpen || /@.+\../.test(email) ? (
    <Suspense fallback={button}>
      <CompanyWays email={email} isLoggingIn={isLoggingIn} isInitiallyOpen={isFormOpen} />
    </Suspense>
  ) : (
    button
  );
}
