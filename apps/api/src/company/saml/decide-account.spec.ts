import { describe, expect, it } from '@jest/globals';
import { decideAccount, type Decision } from './decide-account.ts';
import type { FoundAccount, FoundUser } from './provisioning.queries.ts';

const idp = { teamId: 'acme', domains: ['acme.test'] };
const nora: FoundUser = {
  ...{ id: 'nora', email: 'nora@acme.test', firstName: 'Nora', lastName: 'N', teamId: 'acme' },
  ...{ isDeactivated: false, isDeletionPending: false, teamSince: '2026-01-01', createdAt: '2026-01-01' },
};
const standing = { wasLinked: false, ownsTeam: false, hasOwnFactor: false, canLogIn: true };
const unknownPerson: FoundAccount = {
  ...{ user: null, isLinked: false, formerUser: null, standing, invitationId: null },
  ...{ subscriptionStatus: null, endsAs: null, ownerId: 'olga', teamFactorDueAt: null, readAt: new Date(0) },
};
const member: FoundAccount = { ...unknownPerson, user: nora, standing };
const known: FoundAccount = { ...member, isLinked: true };
const deactivated = { ...nora, isDeactivated: true };
const elsewhere = { ...nora, teamId: 'rival' };
const formerUser = { id: 'former', email: 'new@acme.test' };

function said(decision: Decision): string {
  switch (decision.how) {
    case 'known':
    case 'linked':
      return `${decision.how} ${decision.user.id}`;
    case 'created':
      return `created ${decision.invitationId ?? 'without an invitation'}`;
    case 'withheld':
      return `withheld ${decision.reason} ${decision.user.id}`;
    case 'refused':
      return `refused ${decision.failure.check}: ${decision.failure.message}`;
  }
}

describe('the account for a company sign-in', () => {
  it.each<[string, FoundAccount, string]>([
    ['is opened to a linked member', known, 'known nora'],
    [
      'is withheld from a linked member who is deactivated',
      { ...known, user: deactivated },
      'withheld Deactivated nora',
    ],
    [
      'is refused to a linked user who is now in another team',
      { ...known, user: elsewhere },
      'refused account: nora@acme.test has left the team but is still linked to it. Contact support.',
    ],
    ['is created for a new person', unknownPerson, 'created without an invitation'],
    ['is created for a new person with an invitation', { ...unknownPerson, invitationId: 'i' }, 'created i'],
    [
      'is withheld from a new person whose address is reserved for a former holder',
      { ...unknownPerson, formerUser },
      'withheld AddressReserved former',
    ],
    ['is linked to a member with the address', member, 'linked nora'],
    ['is linked to a member whose address has a former holder', { ...member, formerUser }, 'linked nora'],
    [
      'needs a decision by the owner for a member who was linked to another NameID',
      { ...member, standing: { ...standing, wasLinked: true } },
      'withheld NeedsOwner nora',
    ],
    [
      'needs a decision by the owner for a deactivated member who was linked to another NameID',
      { ...member, user: deactivated, standing: { ...standing, wasLinked: true } },
      'withheld NeedsOwner nora',
    ],
    [
      'is withheld from a user of another team who was linked to another NameID',
      { ...member, user: elsewhere, standing: { ...standing, wasLinked: true } },
      'withheld OtherTeam nora',
    ],
    ['is withheld from a deactivated member', { ...member, user: deactivated }, 'withheld Deactivated nora'],
    ['is withheld from a user of another team', { ...member, user: elsewhere }, 'withheld OtherTeam nora'],
    [
      'is withheld from a deactivated user of another team',
      { ...member, user: { ...elsewhere, isDeactivated: true } },
      'withheld Deactivated nora',
    ],
    [
      'needs a login by the member if the member has a passkey',
      { ...member, standing: { ...standing, hasOwnFactor: true } },
      'withheld OwnLogin nora',
    ],
    [
      'needs a login by the owner for the owner’s account',
      { ...member, standing: { ...standing, ownsTeam: true } },
      'withheld OwnLogin nora',
    ],
  ])('%s', (_who, found, decided) => {
    expect(said(decideAccount(found, { idp, email: 'nora@acme.test' }))).toBe(decided);
  });

  it.each([
    [
      'is refused to an unlinked NameID',
      member,
      /^refused account: The NameID of nora@gmail\.test isn’t linked to an account, and gmail\.test isn’t one/,
    ],
    ['is opened to a linked NameID', known, /^known nora$/],
  ])('%s with an address outside the verified domains', (_what, found, decided) => {
    expect(said(decideAccount(found, { idp, email: 'nora@gmail.test' }))).toMatch(decided);
  });
});
