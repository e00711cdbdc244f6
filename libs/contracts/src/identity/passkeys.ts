import * as z from 'zod/mini';
import { say } from '@foyer/catalog/words/say';
import { tooLong } from '../field.ts';
import { visibleText } from '../visible-text.ts';

export const MAX_PASSKEYS = 20;
export const MAX_PASSKEY_NAME = 60;

/** Bytes in WebAuthn JSON (WebAuthn Level 3, 5.1): base64url, with a maximum length in characters. */
const bytes = (maxLength: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(maxLength));

/** A credential ID has at most 1023 bytes (WebAuthn Level 3, 4). */
const credentialId = bytes(1364);
const clientDataJSON = bytes(4_000);

/** An authenticator's response with a new passkey; other fields are ignored. */
const newCredential = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON,
    attestationObject: bytes(16_000),
    transports: z.optional(z.array(z.string().check(z.regex(/^[a-z-]{1,20}$/))).check(z.maxLength(10))),
  }),
});
export type NewCredential = z.infer<typeof newCredential>;

/** An authenticator's response to a challenge. `userHandle` names the user, because passkeys are discoverable. */
const assertion = z.object({
  id: credentialId,
  rawId: credentialId,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON,
    authenticatorData: bytes(4_000),
    signature: bytes(8_000),
    userHandle: bytes(88),
  }),
});
export type Assertion = z.infer<typeof assertion>;

export const passkeyLoginBody = z.strictObject({
  credential: assertion,
  redirect: z.optional(z.string().check(z.maxLength(2048))),
});
export type PasskeyLoginBody = z.infer<typeof passkeyLoginBody>;

export const passkeyProofBody = z.strictObject({ credential: assertion });
export type PasskeyProofBody = z.infer<typeof passkeyProofBody>;

export const addPasskeyBody = z.strictObject({ credential: newCredential });
export type AddPasskeyBody = z.infer<typeof addPasskeyBody>;

export const renamePasskeyBody = z.strictObject({
  name: z.pipe(
    z.string({ error: say('identity.passkeys.nameMissing', 'Enter a name for the passkey') }),
    z.pipe(
      z.transform((name: string) => visibleText(name.normalize('NFC')).trim()),
      z
        .string()
        .check(
          z.minLength(1, say('identity.passkeys.nameMissing', 'Enter a name for the passkey')),
          z.maxLength(MAX_PASSKEY_NAME, tooLong(MAX_PASSKEY_NAME)),
        ),
    ),
  ),
});
export type RenamePasskeyBody = z.infer<typeof renamePasskeyBody>;

/** Options for a signature (`PublicKeyCredentialRequestOptionsJSON`). */
export const passkeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
});
export type PasskeyRequest = z.infer<typeof passkeyRequest>;

/** Options for a new passkey (`PublicKeyCredentialCreationOptionsJSON`). */
export const passkeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  excludeCredentials: z.array(z.object({ id: z.string(), type: z.literal('public-key') })),
});
export type PasskeyCreation = z.infer<typeof passkeyCreation>;

const ownPasskey = z.object({
  id: z.string(),
  name: z.string(),
  isBackedUp: z.boolean(),
  createdAt: z.string(),
  lastUsedAt: z.nullable(z.string()),
});
export type OwnPasskey = z.infer<typeof ownPasskey>;

/** Response of `GET /settings/security/passkeys`: oldest first. */
export const passkeysReply = z.object({ passkeys: z.array(ownPasskey) });

/** Response of `POST /settings/security/passkeys`. The passkey has a default name. */
export const addPasskeyReply = z.object({ message: z.string(), passkey: ownPasskey });
