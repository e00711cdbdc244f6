import { Suspense, useEffect, useRef, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { lazyComponent } from '../../ui/lazy-component.ts';
import { t } from '../../words/t.ts';
import type { PasskeyProps } from './passkey-way.tsx';

const PasskeyWay = lazyComponent(async () => (await import('./passkey-way.tsx')).PasskeyWay);

/**
 * The code for passkeys loads when the visitor points at or focuses the form. `isLoaded` is in this
 * component, because a new rendering of the form would clear values that a password manager has filled in without an
 * event.
 */
export function PasskeyButton(props: PasskeyProps) {
  const [isLoaded, setLoaded] = useState(false);
  const [isPrompting, setPrompting] = useState(false);
  const part = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const form = part.current?.closest('form');
    const events = ['pointerover', 'focusin'] as const;
    const load = () => setLoaded(true);
    for (const event of events) form?.addEventListener(event, load);
    return () => {
      for (const event of events) form?.removeEventListener(event, load);
    };
  }, []);
  // Also loads the code, because assistive software can press the button without a previous pointer or focus event.
  const press = () => {
    // A second login would end the session of the first before the browser navigates.
    if (props.isLoggingIn) return;
    setLoaded(true);
    setPrompting(true);
  };
  return (
    <div ref={part}>
      <Button variant="quiet" isWide isLoading={isPrompting} onClick={press}>
        {t('identity.passkeyButton.logIn', 'Log in with a passkey')}
      </Button>
      {isLoaded && (
        <Suspense>
          <PasskeyWay {...props} isPrompting={isPrompting} onEnd={() => setPrompting(false)} />
        </Suspense>
      )}
    </div>
  );
}
