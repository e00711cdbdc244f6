import type { LanguageTag } from '@foyer/catalog/languages';
import { Injectable } from '@nestjs/common';
import { domainOf } from '@foyer/contracts/email';
import type { Transaction } from '@foyer/db/client';
import { ADDRESS_CHANGED_QUEUE } from '@foyer/mail/queues';
import { isSeatLimitError } from '../../database/conflicts.ts';
import { Jobs } from '../../database/jobs.ts';
import { updateNamesAndAddress } from '../../identity/users.queries.ts';
import { acceptInvitation } from '../../invitations/invitations.queries.ts';
import { OwnerNoticeService } from '../../teams/owner-notice.service.ts';
import { PendingIdentitiesService } from '../decisions/pending-identities.service.ts';
import { decideAccount, type Refused, type Withheld } from './decide-account.ts';
import { createMember, linkIdentity, type FoundAccount, type FoundUser } from './provisioning.queries.ts';
import { endRegistrations } from '../../registration/registrations.queries.ts';
import type { VerifiedSignIn } from './stages.ts';

export type Provisioned = {
  how: 'known' | 'linked' | 'created';
  userId: string;
  email: string;
  changed: string[];
};

/**
 * After `no-seat`, the transaction has failed. After `overtaken`, a concurrent call has changed the account, so the
 * caller must decide again.
 */
export type NotProvisioned = Withheld | Refused | { how: 'no-seat' } | { how: 'overtaken' };

@Injectable()
export class ProvisioningService {
  constructor(
    private readonly pending: PendingIdentitiesService,
    private readonly owners: OwnerNoticeService,
    private readonly jobs: Jobs,
  ) {}

  /**
   * Unless the result is `Opened`, the caller must roll back the transaction. Fails with a unique conflict if a
   * concurrent call creates the same member.
   */
  async provision(
    transaction: Transaction,
    found: FoundAccount,
    person: VerifiedSignIn,
    language: LanguageTag | null = null,
  ): Promise<Provisioned | NotProvisioned> {
    const decision = decideAccount(found, person);
    if (decision.how === 'withheld' || decision.how === 'refused') return decision;
    if (decision.how === 'created') return this.#create(transaction, person, decision.invitationId, language);
    const { how, user } = decision;
    if (how === 'linked') {
      if (!(await linkIdentity(transaction, person, user.id))) return { how: 'overtaken' };
      const { email, firstName } = user;
      await this.pending.notifyOfLink(transaction, { email, firstName, identityProvider: person.idp.name });
    }
    const changed = await followCompany(transaction, person, user, how === 'known');
    if (changed.includes('email'))
      await this.jobs.send(transaction, ADDRESS_CHANGED_QUEUE, { userId: user.id });
    return { how, userId: user.id, email: user.email, changed };
  }

  async #create(
    transaction: Transaction,
    person: VerifiedSignIn,
    invitationId: string | null,
    language: LanguageTag | null,
  ): Promise<Provisioned | NotProvisioned> {
    const isInvited = invitationId !== null;
    if (isInvited && !(await acceptInvitation(transaction, 'team', invitationId)))
      return { how: 'overtaken' };
    try {
      const userId = await createMember(transaction, person, language);
      if (isInvited) await this.owners.recordChange(transaction, person.idp.teamId, userId, 'joined');
      return { how: 'created', userId, email: person.email, changed: [] };
    } catch (error) {
      if (isSeatLimitError(error)) return { how: 'no-seat' };
      throw error;
    }
  }
}

/**
 * Changes the address only if the user was already linked, both addresses are of the verified domains, and the new one
 * is unused. A private address stays, because the user can reset the password with it. Returns the changed fields.
 */
async function followCompany(
  transaction: Transaction,
  { idp, email, sentNames }: VerifiedSignIn,
  user: FoundUser,
  isLinked: boolean,
): Promise<string[]> {
  const isOfCompany = (address: string) => idp.domains.includes(domainOf(address));
  const mayMove = isLinked && email !== user.email && isOfCompany(user.email) && isOfCompany(email);
  const wanted = { ...user, ...sentNames, email: mayMove ? email : user.email };
  const fields = (['firstName', 'lastName', 'email'] as const).filter((name) => wanted[name] !== user[name]);
  if (fields.length === 0) return [];
  const address = await updateNamesAndAddress(transaction, wanted);
  if (address === user.email) return fields.filter((name) => name !== 'email');
  await endRegistrations(transaction, address);
  return fields;
}
