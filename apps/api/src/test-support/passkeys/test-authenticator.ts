import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';
import type {
  Assertion,
  NewCredential,
  PasskeyCreation,
  PasskeyRequest,
} from '@foyer/contracts/identity/passkeys';

const ORIGIN = 'http://localhost:3000';
const RP_ID = 'localhost';

/** Flags of authenticator data (WebAuthn Level 3, 6.1). */
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const HAS_CREDENTIAL = 0x40;

/** Changes that simulate another page, host or authenticator. */
export type Ceremony = {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  isInFrame?: boolean;
  counter?: number;
  userHandle?: string;
};

/** The passkey uses ES256, has no attestation, and is backed up. */
export class TestPasskey {
  readonly id = randomBytes(32).toString('base64url');
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  #userHandle = '';
  /** The counter of an authenticator that does not count signatures stays 0. */
  counter: number;

  constructor({ counter = 0 } = {}) {
    ({ privateKey: this.#privateKey, publicKey: this.#publicKey } = generateKeyPairSync('ec', {
      namedCurve: 'P-256',
    }));
    this.counter = counter;
  }

  make({ challenge, user }: Pick<PasskeyCreation, 'challenge' | 'user'>, how: Ceremony = {}): NewCredential {
    this.#userHandle = user.id;
    const id = Buffer.from(this.id, 'base64url');
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const attested = Buffer.concat([Buffer.alloc(16), length, id, this.#coseKey()]);
    const authData = Buffer.concat([this.#authenticatorData(HAS_CREDENTIAL, how), attested]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientData('webauthn.create', challenge, how).toString('base64url'),
        attestationObject: cborMap([
          [cborText('fmt'), cborText('none')],
          [cborText('attStmt'), cborMap([])],
          [cborText('authData'), cborBytes(authData)],
        ]).toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
    };
  }

  sign({ challenge }: Pick<PasskeyRequest, 'challenge'>, how: Ceremony = {}): Assertion {
    const authenticatorData = this.#authenticatorData(0, how);
    const clientDataJSON = clientData('webauthn.get', challenge, how);
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientDataJSON).digest()]);
    return {
      ...this.#named(),
      response: {
        clientDataJSON: clientDataJSON.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, this.#privateKey).toString('base64url'),
        userHandle: how.userHandle ?? this.#userHandle,
      },
    };
  }

  #named() {
    return { id: this.id, rawId: this.id, type: 'public-key' as const };
  }

  #authenticatorData(flags: number, { rpId = RP_ID, isVerified = true, counter = this.counter }: Ceremony) {
    const all = USER_PRESENT | BACKUP_ELIGIBLE | BACKED_UP | flags | (isVerified ? USER_VERIFIED : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.of(all), count]);
  }

  /** A COSE elliptic curve key for ES256 (RFC 9053, 7.1.1). */
  #coseKey(): Buffer {
    const { x = '', y = '' } = this.#publicKey.export({ format: 'jwk' });
    return cborMap([
      [cborNumber(1), cborNumber(2)],
      [cborNumber(3), cborNumber(-7)],
      [cborNumber(-1), cborNumber(1)],
      [cborNumber(-2), cborBytes(Buffer.from(x, 'base64url'))],
      [cborNumber(-3), cborBytes(Buffer.from(y, 'base64url'))],
    ]);
  }
}

function clientData(
  type: string,
  challenge: string,
  { origin = ORIGIN, isInFrame = false }: Ceremony,
): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: isInFrame }));
}

/** The head of a CBOR item (RFC 8949, 3). */
function cborHead(major: number, argument: number): Buffer {
  if (argument < 24) return Buffer.of((major << 5) | argument);
  if (argument < 256) return Buffer.of((major << 5) | 24, argument);
  return Buffer.of((major << 5) | 25, argument >> 8, argument & 255);
}

const cborNumber = (value: number) => (value < 0 ? cborHead(1, -1 - value) : cborHead(0, value));
const cborBytes = (value: Buffer) => Buffer.concat([cborHead(2, value.length), value]);
const cborText = (value: string) => Buffer.concat([cborHead(3, value.length), Buffer.from(value)]);
const cborMap = (entries: [Buffer, Buffer][]) =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()]);
