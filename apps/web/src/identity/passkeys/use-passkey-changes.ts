import { endpoints } from '@foyer/contracts/endpoints';
import { addPasskeyReply, passkeyCreation, type OwnPasskey } from '@foyer/contracts/identity/passkeys';
import { doneReply } from '@foyer/contracts/identity/security';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { withSessionCheck } from '../../http/with-session-check.ts';
import { send } from '../../http/send.ts';
import { sessionQuery } from '../../http/session-query.ts';
import { isNotAllowed } from '../../http/passkey-ceremony.ts';
import { passkeysQuery } from './passkeys-query.ts';

export type PasskeyChange =
  | { kind: 'add' }
  | { kind: 'rename'; passkey: OwnPasskey; name: string }
  | { kind: 'remove'; passkey: OwnPasskey };

/** Resolves with the passkey's name, or undefined if the visitor created none. */
export function usePasskeyChange() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: PasskeyChange) => withSessionCheck(queries, make(change)),
    onSuccess: () => {
      // The session contains whether a second factor is still missing.
      void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
      return queries.invalidateQueries({ queryKey: passkeysQuery.queryKey });
    },
  });
}

async function make(change: PasskeyChange): Promise<string | undefined> {
  if (change.kind === 'add') return addPasskey();
  const { id, name } = change.passkey;
  const params = { id };
  if (change.kind === 'remove') {
    await send(endpoints.removePasskey, { params, reply: doneReply });
    return name;
  }
  await send(endpoints.renamePasskey, { params, body: { name: change.name }, reply: doneReply });
  return change.name.trim();
}

async function addPasskey(): Promise<string | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = await send(endpoints.newPasskey, { reply: passkeyCreation });
  try {
    const { id, rawId, type, response } = await startRegistration({ optionsJSON });
    const { clientDataJSON, attestationObject, transports } = response;
    const credential = { id, rawId, type, response: { clientDataJSON, attestationObject, transports } };
    const { passkey } = await send(endpoints.addPasskey, { body: { credential }, reply: addPasskeyReply });
    return passkey.name;
  } catch (error) {
    if (isNotAllowed(error)) return undefined;
    throw error;
  }
}
