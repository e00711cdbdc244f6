import { expression, flag, jsonBuildObject, now, type Expression } from '@foyer/db/typed-sql';

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

/** Selects a `LinkFacts` as JSON, or null if there is no such user. */
export function linkFactsOf(userId: Expression<string | null>, idpId: Expression<string>) {
  return expression
    .selectFrom('users as member')
    .where('member.id', '=', userId)
    .select((user) => {
      const hasOwnPasskey = user.exists(
        user
          .selectFrom('passkeys as key')
          .select('key.id')
          .whereRef('key.userId', '=', 'member.id')
          .where('key.dependsOnIdp', 'is', null),
      );
      const hasOwnApp = user.exists(
        user
          .selectFrom('secondFactors as app')
          .select('app.userId')
          .whereRef('app.userId', '=', 'member.id')
          .where('app.confirmedAt', 'is not', null)
          .where('app.dependsOnIdp', 'is', null),
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
