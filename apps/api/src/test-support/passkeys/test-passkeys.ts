import type { PasskeyCreation, PasskeyRequest } from '@foyer/contracts/identity/passkeys';
import type { Visitor } from '../test-api.ts';
import { TestPasskey, type Ceremony } from './test-authenticator.ts';

export async function addPasskey(visitor: Visitor, passkey = new TestPasskey()): Promise<TestPasskey> {
  const { status, body, text } = await visitor.post('/settings/security/passkeys/options', {});
  if (status !== 200) throw new Error(`No passkey could be added: ${status} ${text}`);
  const credential = passkey.make(body as PasskeyCreation);
  const added = await visitor.post('/settings/security/passkeys', { credential });
  if (added.status !== 201) throw new Error(`The passkey was not added: ${added.status} ${added.text}`);
  return passkey;
}

export async function askToSign(visitor: Visitor): Promise<PasskeyRequest> {
  return (await visitor.get('/login/passkey')).body as PasskeyRequest;
}

export async function logInBy(passkey: TestPasskey, visitor: Visitor, how: Ceremony = {}, more = {}) {
  const credential = passkey.sign(await askToSign(visitor), how);
  return visitor.post('/login/passkey', { credential, ...more });
}
