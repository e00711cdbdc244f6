import { describe, expect, it } from '@jest/globals';
import { decideAccount, type Decision } from './decide-account.ts';
import type { Found, FoundUser } from './provisioning.queries.ts';

const idp = { teamId: 'acme', domains: ['acme.test'] };
const nora: FoundUser = {
  ...{ id: 'nora', email: 'nora@acme.test', firstName: 'Nora', lastName: 'N', teamId: 'acme' },
  ...{ isDeactivated: false, isLeaving: false, teamSince: '2026-01-01', createdAt: '2026-01-01' },
};
const standing = { wasLinked: false, ownsTeam: false, hasOwnFactor: false, canLogIn: true };
const unknownPerson: Found = {
  ...{ user: null, isKnown: false, formerUser: null, standing, invitationId: null },
  ...{ subscriptionStatus: null, endsAs: null, ownerId: 'olga', teamFactorDueAt: null, readAt: new Date(0) },
};
const member: Found = { ...unknownPerson, user: nora, standing };
const known: Found = { ...member, isKnown: true };
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

describe('the account of a person of an identity provider', () => {
  it.each<[string, Found, string]>([
    ['a known member', known, 'known nora'],
    ['a known member who has been deactivated', { ...known, user: deactivated }, 'withheld Deactivated nora'],
    [
      'a known person of another team',
      { ...known, user: elsewhere },
      'refused account: nora@acme.test has left the team but is still linked to it. Contact support.',
    ],
    ['a new person', unknownPerson, 'created without an invitation'],
    ['a new person, who is invited', { ...unknownPerson, invitationId: 'i' }, 'created i'],
    [
      'a new person with the reserved address of another',
      { ...unknownPerson, formerUser },
      'withheld AddressReserved former',
    ],
    ['a member of the address', member, 'linked nora'],
    ['a member whose address another has left', { ...member, formerUser }, 'linked nora'],
    [
      'a member with another NameID',
      { ...member, standing: { ...standing, wasLinked: true } },
      'withheld NeedsOwner nora',
    ],
    [
      'the same who has been deactivated',
      { ...member, user: deactivated, standing: { ...standing, wasLinked: true } },
      'withheld NeedsOwner nora',
    ],
    [
      'a person with another NameID who is in another team by now',
      { ...member, user: elsewhere, standing: { ...standing, wasLinked: true } },
      'withheld OtherTeam nora',
    ],
    ['a member who has been deactivated', { ...member, user: deactivated }, 'withheld Deactivated nora'],
    ['a person of another team', { ...member, user: elsewhere }, 'withheld OtherTeam nora'],
    [
      'who has been deactivated in another team',
      { ...member, user: { ...elsewhere, isDeactivated: true } },
      'withheld Deactivated nora',
    ],
    [
      'a member with a passkey',
      { ...member, standing: { ...standing, hasOwnFactor: true } },
      'withheld OwnLogin nora',
    ],
    ['the owner', { ...member, standing: { ...standing, ownsTeam: true } }, 'withheld OwnLogin nora'],
  ])('%s', (_who, found, decided) => {
    expect(said(decideAccount(found, { idp, email: 'nora@acme.test' }))).toBe(decided);
  });

  it.each([
    [
      'without a link',
      member,
      /^refused account: The NameID of nora@gmail\.test isn’t linked to an account, and gmail\.test isn’t one/,
    ],
    ['with one', known, /^known nora$/],
  ])('an address of no verified domain %s', (_what, found, decided) => {
    expect(said(decideAccount(found, { idp, email: 'nora@gmail.test' }))).toMatch(decided);
  });
});
