import * as z from 'zod/mini';

/** docs/product.md 10. */
export const INVITATION_LIFE_DAYS = 7;

/** docs/product.md 2: what an event is called whose name the link does not carry. */
export const DEFAULT_EVENT_NAME = 'Collaboration Event';

const person = z.object({ name: z.string(), email: z.string() });

/**
 * Whether the code was a shared one (docs/glossary.md): it proves no mailbox, so there is no password until a link
 * comes back that was mailed to the invited address.
 */
const needsMail = z.optional(z.literal(true));

/** Answer of `GET /invitation/team/{id}` (docs/product.md 3). `existingTeam` is the team that invites. */
export const teamInvitationReply = z.object({
  inviter: person,
  existingTeam: z.object({ name: z.string() }),
  invitation: z.object({ email: z.string(), id: z.string() }),
  needsMail,
  /** The team's plan has ended: who joins can do next to nothing before the owner pays (docs/product.md 10). */
  hasEndedPlan: z.optional(z.literal(true)),
});
export type TeamInvitationReply = z.infer<typeof teamInvitationReply>;

/** Answer of `GET /invitation/event/{id}` (docs/product.md 3). */
export const eventInvitationReply = z.object({
  inviter: person,
  invitation: z.object({ email: z.string() }),
  needsMail,
});
export type EventInvitationReply = z.infer<typeof eventInvitationReply>;

/** Answer of `POST /team-switch/{invitationCode}`; the user is logged out by it. */
export const teamSwitchReply = z.object({ team: z.object({ name: z.string() }), redirectURL: z.string() });
export type TeamSwitchReply = z.infer<typeof teamSwitchReply>;

const SECRET_ID = /^[\w-]{1,200}$/;

/**
 * The code in a link: base64url of the invitation's secret id, which itself is base64url text (invariant 3 of
 * docs/security.md).
 */
export function encodeInvitationCode(secretId: string): string {
  return btoa(secretId).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** The secret id in a code, or nothing if it is no code of ours. */
export function decodeInvitationCode(code: string): string | undefined {
  try {
    const secretId = atob(code.replaceAll('-', '+').replaceAll('_', '/'));
    return SECRET_ID.test(secretId) ? secretId : undefined;
  } catch {
    return undefined;
  }
}
