import * as z from 'zod/mini';

/**
 * Answer of `GET /team/pending-identities`: sign-ins with a member's address under another NameID. The owner decides who they
 * are.
 */
export const pendingIdentitiesReply = z.object({
  pendingIdentities: z.array(
    z.object({
      id: z.string(),
      /** Name from the company, and the member's name here; empty for an account of another team. */
      name: z.string(),
      memberName: z.string(),
      email: z.string(),
      nameId: z.string(),
      at: z.string(),
      /** The account is the owner's own; no one else can be linked to it. */
      isYou: z.boolean(),
      /** It has another address by now, and can take this one back. */
      hasMoved: z.boolean(),
    }),
  ),
});
export type PendingIdentitiesReply = z.infer<typeof pendingIdentitiesReply>;

/** Body of `POST /team/pending-identities/{id}`: `same` is the member, `new` another person who got the address. */
export const decideIdentityBody = z.strictObject({ who: z.enum(['same', 'new']) });
export type DecideIdentityBody = z.infer<typeof decideIdentityBody>;
