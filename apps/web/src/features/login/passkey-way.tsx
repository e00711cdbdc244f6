import type { Assertion } from '@foyer/contracts/passkeys';
import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { t } from '../../words/t.ts';

/** Loaded when it is wanted, or where the browser offers passkeys in the email field and somebody is at the page. */
const loadSignIn = () => import('./passkey-sign-in.ts');

const signsOfLife = ['pointermove', 'pointerdown', 'focusin', 'keydown'] as const;

type PasskeyWayProps = {
  /** A login is under way or done: nothing is to be offered. */
  isOnTheWay: boolean;
  onSigned(credential: Assertion): void;
};

/**
 * Signing in with a passkey: by a button, or in the email field, where the browser offers those that it has. Both ask for
 * none of an address, so that nobody hears which address has one.
 */
export function PasskeyWay({ isOnTheWay, onSigned }: PasskeyWayProps) {
  const [isAsking, setAsking] = useState(false);
  const [problem, setProblem] = useState('');
  // Shown before the scripts are there; nearly every browser can.
  const isAble = useSyncExternalStore(
    () => () => {},
    () => typeof PublicKeyCredential === 'function',
    () => true,
  );
  const take = useEffectEvent(onSigned);

  useEffect(() => {
    if (!isAble || isOnTheWay || isAsking) return;
    if (!PublicKeyCredential.isConditionalMediationAvailable) return;
    const stop = new AbortController();
    const { signal } = stop;
    let isWaiting = false;
    // Before somebody is at the page nothing is loaded (decision 15); a hand on its way to the field is early enough.
    function wait(): void {
      if (isWaiting) return;
      isWaiting = true;
      // The password is still there where this fails.
      loadSignIn()
        .then(({ waitInField }) => waitInField(signal, take))
        .catch(() => {});
    }
    if (document.activeElement !== document.body) wait();
    for (const sign of signsOfLife) document.addEventListener(sign, wait, { signal });
    return () => stop.abort();
  }, [isAble, isOnTheWay, isAsking]);

  async function ask(): Promise<void> {
    setProblem('');
    setAsking(true);
    try {
      const credential = await (await loadSignIn()).askForPasskey();
      if (credential) onSigned(credential);
      else setProblem(t('No passkey was used. Try again, or log in with your password.'));
    } catch {
      setProblem(t('There was a problem logging you in. Try again.'));
    }
    setAsking(false);
  }

  if (!isAble) return null;
  return (
    <div>
      <Button variant="quiet" isWide isLoading={isAsking} isDisabled={isOnTheWay} onClick={() => void ask()}>
        {t('Sign in with a passkey')}
      </Button>
      <Message kind="info">{!isOnTheWay && problem}</Message>
    </div>
  );
}
