import type { Assertion } from '@foyer/contracts/passkeys';
import { Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyPage } from '../../ui/load-page.ts';
import { t } from '../../words/t.ts';

const PasskeyWay = lazyPage(async () => (await import('./passkey-way.tsx')).PasskeyWay);

export type PasskeyProps = {
  /** A login is under way or done: nothing is to be offered. */
  isOnTheWay: boolean;
  onSigned(credential: Assertion): void;
};

/**
 * Signing in with a passkey: by this button, or in the email field. Before somebody is at the form (`isAwake`) nothing of it
 * is loaded (decision 15): a hand on its way to the field is early enough.
 */
export function PasskeyButton({ isAwake, ...props }: PasskeyProps & { isAwake: boolean }) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div>
      <Button variant="quiet" isWide isLoading={isAsking} onClick={() => setAsking(true)}>
        {t('Sign in with a passkey')}
      </Button>
      {(isAwake || isAsking) && (
        <Suspense>
          <PasskeyWay {...props} isAsking={isAsking} onEnd={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  );
}
