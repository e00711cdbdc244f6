import type { Assertion } from '@foyer/contracts/identity/passkeys';
import { useEffect, useEffectEvent, useState } from 'react';
import { Message } from '../../ui/message.tsx';
import { t } from '../../words/t.ts';
import { askForPasskey, waitInField } from './passkey-sign-in.ts';
import { loginProblem } from './use-login.ts';

export type PasskeyProps = {
  /** A login is under way or done: nothing is to be offered. */
  isOnTheWay: boolean;
  onSigned(credential: Assertion): void;
};

type PasskeyWayProps = PasskeyProps & {
  /** The button was pressed. */
  isAsking: boolean;
  /** Nobody is asked any more. */
  onEnd(): void;
};

/**
 * Asks for a passkey when the button is pressed; until then the browser offers those that it has in the email field, where
 * it can. Both ask for none of an address, so that nobody hears which address has one.
 */
export function PasskeyWay({ isOnTheWay, onSigned, isAsking, onEnd }: PasskeyWayProps) {
  const [problem, setProblem] = useState('');
  const take = useEffectEvent(onSigned);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    if (!isAsking) return;
    void problemOf(askForPasskey(), (credential) => take(credential)).then((found) => {
      setProblem(found);
      end();
    });
  }, [isAsking]);

  useEffect(() => {
    if (isOnTheWay || isAsking) return;
    const stop = new AbortController();
    // The password is still there where this fails.
    waitInField(stop.signal, (credential) => take(credential)).catch(() => {});
    return () => stop.abort();
  }, [isOnTheWay, isAsking]);

  return <Message kind="info">{!isOnTheWay && !isAsking && problem}</Message>;
}

/** What to say of a question that came to nothing. */
async function problemOf(
  asked: Promise<Assertion | undefined>,
  take: PasskeyProps['onSigned'],
): Promise<string> {
  try {
    const credential = await asked;
    if (!credential) return t('No passkey was used. Try again, or log in with your password.');
    take(credential);
    return '';
  } catch {
    return loginProblem();
  }
}
