import * as z from 'zod/mini';

/**
 * Answer of `GET /team/pending-identities`: people who signed in through the company with the email address of an
 * account to which they are not linked. The owner decides whether each of them is the account's user.
 */
export const pendingIdentitiesReply = z.object({
  pendingIdentities: z.array(
    z.object({
      id: z.string(),
      /**
       * `name` is from the company, `memberName` from the portal. `memberName` is empty if the account is in another
       * team.
       */
      name: z.string(),
      memberName: z.string(),
      email: z.string(),
      nameId: z.string(),
      at: z.string(),
      isYou: z.boolean(),
      /** The account has changed its address and can still change it back to `email`. */
      hasMoved: z.boolean(),
    }),
  ),
});
export type PendingIdentitiesReply = z.infer<typeof pendingIdentitiesReply>;

/**
 * Body of `POST /team/pending-identities/{id}`. `same`: the person is the account's user. `new`: another person, who
 * now has the email address.
 */
export const decideIdentityBody = z.strictObject({ who: z.enum(['same', 'new']) });
export type DecideIdentityBody = z.infer<typeof decideIdentityBody>;
