import { Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyPage } from '../../ui/load-page.ts';
import { t } from '../../words/t.ts';
import type { PasskeyProps } from './passkey-way.tsx';

const PasskeyWay = lazyPage(async () => (await import('./passkey-way.tsx')).PasskeyWay);

/**
 * Signing in with a passkey: by this button, or in the email field. Before somebody is at the form nothing of it is loaded
 * (decision 15): a hand on its way to the field is early enough. The form is not rendered anew for it, which would take
 * from its boxes what a password manager has put there without an event.
 */
export function PasskeyButton(props: PasskeyProps) {
  const [isAwake, setAwake] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = part.current?.closest('form');
    const events = ['pointerover', 'focusin'] as const;
    const wake = () => setAwake(true);
    for (const event of events) form?.addEventListener(event, wake);
    return () => {
      for (const event of events) form?.removeEventListener(event, wake);
    };
  }, []);
  // Also awake, for it may have been pressed by a program, which neither points nor focuses; what is said must stay.
  const press = () => {
    // A second login would end the session of the first while the browser leaves.
    if (props.isOnTheWay) return;
    setAwake(true);
    setAsking(true);
  };
  return (
    <div ref={part}>
      <Button variant="quiet" isWide isLoading={isAsking} onClick={press}>
        {t('Sign in with a passkey')}
      </Button>
      {isAwake && (
        <Suspense>
          <PasskeyWay {...props} isAsking={isAsking} onEnd={() => setAsking(false)} />
        </Suspense>
      )}
    </div>
  );
}
