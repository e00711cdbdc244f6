import { createHmac, hkdfSync } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { encodeInvitationCode } from '@foyer/contracts/invitations/invitation';
import { pages } from '@foyer/contracts/pages';
import { type Transaction } from '@foyer/db/client';
import { typedSql } from '@foyer/db/typed-sql';
import { API_ENV, type ApiEnv } from '../config/env.ts';
import { hashToken, mintToken } from '../request/secret-token.ts';

export type InvitationKind = 'team' | 'event';

const TABLES = {
  team: 'teamInvitations',
  event: 'eventInvitations',
} as const satisfies Record<InvitationKind, string>;

/** RFC 5869's `info`: separates these keys from others derived from the same secret. */
const PURPOSE = 'foyer shared invitation code';

/**
 * Makes the two codes of an invitation (docs/glossary.md, decision 35). The mailed one is random, goes into a mail and
 * nowhere else, and so proves the mailbox. The shared one is derived from the invitation's id: it can be shown again
 * at any time, stays the same as long as the invitation is, and proves nothing.
 */
@Injectable()
export class InvitationCodes {
  readonly #keys: readonly Buffer[];

  constructor(@Inject(API_ENV) private readonly env: ApiEnv) {
    this.#keys = env.CSRF_SECRET.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, 32)));
  }

  /** A new mailed code for a live invitation, replacing the one before. Only for the code that writes the mail. */
  async mintMailed(transaction: Transaction, kind: InvitationKind, id: string): Promise<string> {
    const secretId = mintToken();
    await typedSql(transaction)
      .updateTable(TABLES[kind])
      .set({ codeHash: hashToken(secretId) })
      .where('id', '=', id)
      .execute();
    return encodeInvitationCode(secretId);
  }

  /** The shared code of an invitation, which is stored if it was not yet. */
  async share(transaction: Transaction, kind: InvitationKind, id: string): Promise<string> {
    const stored = await this.#storedHash(transaction, kind, id);
    const known = stored && this.shared(kind, id, stored);
    if (known) return known;
    const [secretId = ''] = this.#candidates(kind, id);
    await typedSql(transaction)
      .updateTable(TABLES[kind])
      .set({ sharedCodeHash: hashToken(secretId) })
      .where('id', '=', id)
      .execute();
    return encodeInvitationCode(secretId);
  }

  /** The shared code that matches the stored hash; undefined if its secret is no longer configured. Read-only. */
  shared(kind: InvitationKind, id: string, storedHash: Uint8Array): string | undefined {
    const secretId = this.#candidates(kind, id).find(
      (one) => Buffer.compare(hashToken(one), storedHash) === 0,
    );
    return secretId === undefined ? undefined : encodeInvitationCode(secretId);
  }

  teamLink(code: string): string {
    return new URL(pages.joinTeam.replace(':invitationCode', code), this.env.PUBLIC_URL).href;
  }

  eventLink(code: string, eventName: string): string {
    const link = new URL(pages.joinEvent.replace(':invitationCode', code), this.env.PUBLIC_URL);
    link.search = new URLSearchParams({ event_name: eventName }).toString();
    return link.href;
  }

  async #storedHash(transaction: Transaction, kind: InvitationKind, id: string): Promise<Uint8Array | null> {
    const row = await typedSql(transaction)
      .selectFrom(TABLES[kind])
      .select('sharedCodeHash')
      .where('id', '=', id)
      .forUpdate()
      .executeTakeFirst();
    return row?.sharedCodeHash ?? null;
  }

  /** One code for each configured secret, newest first. */
  #candidates(kind: InvitationKind, id: string): string[] {
    return this.#keys.map((key) => createHmac('sha256', key).update(`${kind} ${id}`).digest('base64url'));
  }
}
