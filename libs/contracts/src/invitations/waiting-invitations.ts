import * as z from 'zod/mini';

export const waitingInvitationsReply = z.object({
  invitations: z.array(
    z.object({ id: z.string(), kind: z.enum(['team', 'event']), name: z.string(), inviter: z.string() }),
  ),
});
export type WaitingInvitationsReply = z.infer<typeof waitingInvitationsReply>;

/**
 * Answer of `POST /invitations/{id}/open`: the invitation page's path, with a shared code. The mailed code stays valid.
 */
export const openInvitationReply = z.object({ path: z.string() });
