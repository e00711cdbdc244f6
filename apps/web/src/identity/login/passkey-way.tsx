import type { Assertion } from '@foyer/contracts/identity/passkeys';
import { useEffect, useEffectEvent, useState } from 'react';
import { Message } from '../../ui/message.tsx';
import { t } from '../../words/t.ts';
import { requestPasskey, offerInField } from './passkey-sign-in.ts';
import { loginProblem } from './use-login.ts';

export type PasskeyProps = {
  isLoggingIn: boolean;
  onSigned(credential: Assertion): void;
};

type PasskeyWayProps = PasskeyProps & {
  isPrompting: boolean;
  onEnd(): void;
};

/**
 * Until the button is pressed, the browser offers passkeys in the email field. No request for a passkey contains an
 * email address, so the answers do not reveal which accounts have a passkey.
 */
export function PasskeyWay({ isLoggingIn, onSigned, isPrompting, onEnd }: PasskeyWayProps) {
  const [problem, setProblem] = useState('');
  const take = useEffectEvent(onSigned);
  const end = useEffectEvent(onEnd);

  useEffect(() => {
    if (!isPrompting) return;
    void problemOf(requestPasskey(), (credential) => take(credential)).then((found) => {
      setProblem(found);
      end();
    });
  }, [isPrompting]);

  useEffect(() => {
    if (isLoggingIn || isPrompting) return;
    const stop = new AbortController();
    // If this fails, the password still works.
    offerInField(stop.signal, (credential) => take(credential)).catch(() => {});
    return () => stop.abort();
  }, [isLoggingIn, isPrompting]);

  return <Message kind="info">{!isLoggingIn && !isPrompting && problem}</Message>;
}

async function problemOf(
  asked: Promise<Assertion | undefined>,
  take: PasskeyProps['onSigned'],
): Promise<string> {
  try {
    const credential = await asked;
    if (!credential)
      return t(
        'identity.passkeyWay.notUsed',
        'No passkey was used. Try again, or log in with your password.',
      );
    take(credential);
    return '';
  } catch {
    return loginProblem();
  }
}
