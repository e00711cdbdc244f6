import { sentence, type Sentence } from '@foyer/catalog/words/sentence';
import { domainOf } from '@foyer/contracts/email';
import { linkMethodOf } from '../decisions/first-link.ts';
import { CheckFailed, VALUE_MISSING } from './check.ts';
import type { FoundAccount, FoundUser } from './provisioning.queries.ts';
import type { IdentityProvider } from '../identity-providers.service.ts';

type Company = Pick<IdentityProvider, 'teamId' | 'domains'>;

const reasons = {
  AddressReserved: (email) =>
    sentence(
      'company.decideAccount.recentlyReleasedEmail',
      '{email} recently belonged to an account whose holder can still change back to it. The team’s owner must confirm on the team page whether that account belongs to this person.',
      { email },
    ),
  Deactivated: (email) =>
    sentence(
      'company.decideAccount.deactivated',
      'The account for {email} is deactivated. To reactivate it, contact support.',
      { email },
    ),
  NeedsOwner: (email) =>
    sentence(
      'company.decideAccount.unlinkedNameId',
      'This NameID isn’t linked to the account for {email}. The team’s owner must confirm on the team page whether the account belongs to this person.',
      { email },
    ),
  OtherTeam: (email) =>
    sentence(
      'company.decideAccount.inAnotherTeam',
      '{email} has an account in another team. To move it, invite this person, who can then log in and switch teams.',
      { email },
    ),
  OwnLogin: (email) =>
    sentence(
      'company.decideAccount.loginNeeded',
      'The account for {email} owns the team, or has a passkey or an authenticator app. After signing in with the company, this person must log in to the account once, in the same browser.',
      { email },
    ),
} satisfies Record<string, (email: string) => Sentence>;

/** The company vouches for the person, but its assertion alone is not enough to sign in to the account. */
export type Withheld = {
  how: 'withheld';
  reason: keyof typeof reasons;
  user: Pick<FoundUser, 'id' | 'email'>;
  said: Sentence;
};

export type Refused = { how: 'refused'; failure: CheckFailed };

export type Decision =
  | { how: 'known' | 'linked'; user: FoundUser }
  | { how: 'created'; invitationId: string | null }
  | Withheld
  | Refused;

/** Decides which account a person of an identity provider gets: docs/product.md 10. */
export function decideAccount(
  { user, isLinked, formerUser, standing, invitationId }: FoundAccount,
  { idp, email }: { idp: Company; email: string },
): Decision {
  if (user && isLinked)
    return user.teamId === idp.teamId
      ? (withheldFrom(user, idp) ?? { how: 'known', user })
      : refused(
          sentence(
            'company.decideAccount.leftTeam',
            '{email} has left the team but is still linked to it. Contact support.',
            {
              email: user.email,
            },
          ),
        );
  if (!idp.domains.includes(domainOf(email)))
    return refused(
      sentence(
        'company.decideAccount.domainNotVerified',
        'The NameID of {email} isn’t linked to an account, and {domain} isn’t one of the company’s verified domains ({domains}). To add the domain, contact support.',
        {
          email,
          domain: domainOf(email),
          domains: idp.domains.length > 0 ? { list: idp.domains } : VALUE_MISSING,
        },
      ),
    );
  if (!user && formerUser) return withheld('AddressReserved', formerUser, email);
  if (!user || !standing) return { how: 'created', invitationId };
  const by = linkMethodOf(standing);
  // Includes deactivated members: many have left the company, so their address may belong to another person now.
  if (by === 'owner' && user.teamId === idp.teamId) return withheld('NeedsOwner', user);
  const other = withheldFrom(user, idp);
  if (other) return other;
  return by === 'own-login' ? withheld('OwnLogin', user) : { how: 'linked', user };
}

function withheldFrom(user: FoundUser, idp: Company): Withheld | undefined {
  if (user.isDeactivated) return withheld('Deactivated', user);
  return user.teamId === idp.teamId ? undefined : withheld('OtherTeam', user);
}

const withheld = (reason: Withheld['reason'], user: Withheld['user'], email = user.email): Withheld => ({
  how: 'withheld',
  reason,
  user,
  said: reasons[reason](email),
});

const refused = (said: Sentence): Refused => ({
  how: 'refused',
  failure: new CheckFailed('account', [said]),
});
