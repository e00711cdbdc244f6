import { say } from '@foyer/catalog/words/say';
import * as z from 'zod/mini';

export const INVITATION_LIFE_DAYS = 7;

/** The name of an event if its link has none (docs/product.md 2). */
export const DEFAULT_EVENT_NAME = say('invitations.invitation.collaborationEvent', 'Collaboration Event');

const person = z.object({ name: z.string(), email: z.string() });

/**
 * Set for a shared code (docs/glossary.md), which does not prove access to the mailbox. So the password is set with a
 * link that is mailed to the invited address.
 */
const needsMail = z.optional(z.literal(true));

export const teamInvitationReply = z.object({
  inviter: person,
  existingTeam: z.object({ name: z.string() }),
  invitation: z.object({ email: z.string(), id: z.string() }),
  needsMail,
  /** The team's plan has ended. A new member can do little before the owner pays (docs/product.md 10). */
  hasEndedPlan: z.optional(z.literal(true)),
});
export type TeamInvitationReply = z.infer<typeof teamInvitationReply>;

export const eventInvitationReply = z.object({
  inviter: person,
  invitation: z.object({ email: z.string() }),
  needsMail,
});

/** Answer of `POST /team-switch/{invitationCode}`, which logs the user out. */
export const teamSwitchReply = z.object({ team: z.object({ name: z.string() }), redirectURL: z.string() });
export type TeamSwitchReply = z.infer<typeof teamSwitchReply>;

const SECRET_ID = /^[\w-]{1,200}$/;

/**
 * Returns the code for a link: the base64url encoding of the invitation's secret id, itself base64url text (invariant 3
 * of docs/security.md).
 */
export function encodeInvitationCode(secretId: string): string {
  return btoa(secretId).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

export function decodeInvitationCode(code: string): string | undefined {
  try {
    const secretId = atob(code.replaceAll('-', '+').replaceAll('_', '/'));
    return SECRET_ID.test(secretId) ? secretId : undefined;
  } catch {
    return undefined;
  }
}
