import { expression, flag, jsonBuildObject, now, type Expression } from '@foyer/db/typed-sql';

/** The ways to decide that an account belongs to a person of a company. */
export type LinkedBy = 'assertion' | 'own-login' | 'owner';

/** Where a user stands towards an identity provider that has a new NameID for them. */
export type LinkStanding = {
  /** A company sign-in of the team opens, or has opened, their account; not while a move lets it be linked anew. */
  wasLinked: boolean;
  ownsTeam: boolean;
  /** A passkey or second factor that is their own, not added on the word of a company. */
  hasOwnFactor: boolean;
  canLogIn: boolean;
};

/**
 * What links a NameID to a member of the company's team (decision 39). A company's word alone opens no account that has had
 * another identity there, is the owner's, or is kept by a factor of its own.
 */
export function linkedBy({ wasLinked, ownsTeam, hasOwnFactor, canLogIn }: LinkStanding): LinkedBy {
  if (wasLinked) return ownsTeam ? 'own-login' : 'owner';
  if (ownsTeam) return 'own-login';
  if (!hasOwnFactor) return 'assertion';
  return canLogIn ? 'own-login' : 'owner';
}

/** Whether the team's company sign-in has opened an account before: while a provider is moved, since that began. */
export function wasLinked(userId: Expression<string | null>, idpId: Expression<string>): Expression<boolean> {
  return expression
    .selectFrom('identityProviders as newIdp')
    .where('newIdp.id', '=', idpId)
    .select((provider) =>
      provider
        .case()
        .when('newIdp.relinkUntil', '>', now())
        .then(
          flag(
            provider.exists(
              provider
                .selectFrom('ssoIdentities as linked')
                .select('linked.id')
                .whereRef('linked.identityProviderId', '=', 'newIdp.id')
                .whereRef('linked.createdAt', '>=', 'newIdp.relinkFrom')
                .where('linked.userId', '=', userId),
            ),
          ),
        )
        .else(
          flag(
            provider.or([
              provider.exists(
                provider
                  .selectFrom('ssoIdentities as linked')
                  .innerJoin('identityProviders as teamIdp', 'teamIdp.id', 'linked.identityProviderId')
                  .select('linked.id')
                  .whereRef('teamIdp.teamId', '=', 'newIdp.teamId')
                  .where('linked.userId', '=', userId),
              ),
              provider.exists(
                provider
                  .selectFrom('formerIdentities as former')
                  .select('former.userId')
                  .whereRef('former.teamId', '=', 'newIdp.teamId')
                  .where('former.userId', '=', userId),
              ),
            ]),
          ),
        )
        .end()
        .as('wasLinked'),
    )
    .$asScalar();
}

/** The standing of a user, as one value; nothing without a user. */
export function linkStandingOf(userId: Expression<string | null>, idpId: Expression<string>) {
  return expression
    .selectFrom('users as member')
    .where('member.id', '=', userId)
    .select((user) => {
      const hasOwnPasskey = user.exists(
        user
          .selectFrom('passkeys as key')
          .select('key.id')
          .whereRef('key.userId', '=', 'member.id')
          .where('key.onWordOf', 'is', null),
      );
      const hasOwnApp = user.exists(
        user
          .selectFrom('secondFactors as app')
          .select('app.userId')
          .whereRef('app.userId', '=', 'member.id')
          .where('app.confirmedAt', 'is not', null)
          .where('app.onWordOf', 'is', null),
      );
      return jsonBuildObject({
        wasLinked: flag(wasLinked(user.ref('member.id'), idpId)),
        ownsTeam: flag(
          user.exists(
            user.selectFrom('teams as owned').select('owned.id').whereRef('owned.ownerId', '=', 'member.id'),
          ),
        ),
        hasOwnFactor: flag(user.or([hasOwnPasskey, hasOwnApp])),
        canLogIn: flag(user.or([user('member.passwordHash', 'is not', null), hasOwnPasskey])),
      }).as('standing');
    })
    .$asScalar();
}
