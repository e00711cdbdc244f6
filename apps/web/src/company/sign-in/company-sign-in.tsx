import { Suspense, useState } from 'react';
import { lazyPage } from '../../ui/load-page.ts';
import { Button } from '../../ui/button.tsx';
import { t } from '../../words/t.ts';

const CompanyWays = lazyPage(async () => (await import('./company-ways.tsx')).CompanyWays);

/**
 * Single sign-on, by itself or for the address typed in the login form. At first only a button: what it opens, and what
 * looks an address's domain up, comes when one of them is wanted.
 */
export function CompanySignIn({ email = '', isOnTheWay = false }: { email?: string; isOnTheWay?: boolean }) {
  const [isAsked, setAsked] = useState(false);
  const button = (
    <Button variant="quiet" isWide isExpanded={false} onClick={() => setAsked(true)}>
      {t('Sign in with your company')}
    </Button>
  );
  return isAsked || /@.+\../.test(email) ? (
    <Suspense fallback={button}>
      <CompanyWays email={email} isOnTheWay={isOnTheWay} isAsked={isAsked} />
    </Suspense>
  ) : (
    button
  );
}
