import { timingSafeEqual } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { hashToken } from '../../request/secret-token.ts';
import { OAuthError } from '../../http/oauth-error.ts';
import { findClient } from './authorize.queries.ts';
import type { Parameters } from './parameters.ts';

export type Client = {
  id: string;
  clientId: string;
  name: string;
  secretHash: Uint8Array | null;
  /** Valid until the operator removes it. */
  oldSecretHash: Uint8Array | null;
  redirectUris: string[];
  scopes: string[];
  isEnabled: boolean;
};

const CLIENT_ID = /^[\w.~-]{1,200}$/;

@Injectable()
export class ClientsService {
  constructor(@Inject(Pool) private readonly pool: Pool) {}

  async find(clientId: string | undefined): Promise<Client | undefined> {
    if (clientId === undefined || !CLIENT_ID.test(clientId)) return undefined;
    return findClient(this.pool, clientId);
  }

  /** A confidential app must send its secret, and a public app must not send one. Throws `invalid_client`. */
  authenticate(client: Client | undefined, { secret }: Credentials): Client {
    if (!client || !isProved(client, secret))
      throw new OAuthError('invalid_client', 'The app is unknown or its secret is wrong.');
    return client;
  }
}

function isProved({ secretHash, oldSecretHash }: Client, secret: string | undefined): boolean {
  if (secretHash === null || secret === undefined) return secretHash === null && secret === undefined;
  const hash = hashToken(secret);
  return [secretHash, oldSecretHash ?? secretHash].some((known) => timingSafeEqual(hash, known));
}

type Credentials = { clientId: string | undefined; secret: string | undefined };

/**
 * The credentials are in the Basic header or in the body (RFC 6749 2.3.1), never in both. Throws `invalid_request`,
 * `invalid_client`.
 */
export function credentialsOf(header: string | undefined, parameters: Parameters): Credentials {
  const { client_id: clientId, client_secret: secret } = parameters;
  if (header === undefined) return { clientId, secret };
  const basic = readBasic(header);
  if (!basic) throw new OAuthError('invalid_client', 'The Authorization header cannot be read.');
  if (secret !== undefined || (clientId !== undefined && clientId !== basic.clientId))
    throw new OAuthError('invalid_request', 'Authenticate in one way only.');
  return basic;
}

/** Client ID and secret are form-encoded before they are joined (RFC 6749 2.3.1). */
function readBasic(header: string): Credentials | undefined {
  const [, encoded] = /^Basic ([\w+/-]+=*)$/i.exec(header) ?? [];
  const [, id, secret] = /^([^:]*):([^]*)$/.exec(Buffer.from(encoded ?? '', 'base64').toString('utf8')) ?? [];
  if (id === undefined || secret === undefined) return undefined;
  try {
    const decode = (text: string) => decodeURIComponent(text.replaceAll('+', ' '));
    return { clientId: decode(id), secret: decode(secret) || undefined };
  } catch {
    return undefined;
  }
}
