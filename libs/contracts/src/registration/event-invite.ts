import * as z from 'zod/mini';
import { emailField, VALID_EMAIL_REQUIRED } from '../email.ts';
import { requiredText } from '../field.ts';

/**
 * Body of `POST /events/{eventId}/invitations`. The diagramming product names the inviter. For a connected app, the
 * inviter is always the user who authorized it (docs/connecting-an-app.md).
 */
export const inviteToEventBody = z.strictObject({
  email: emailField(VALID_EMAIL_REQUIRED),
  event_name: requiredText(120),
  inviter: z.optional(z.strictObject({ name: requiredText(), email: emailField(VALID_EMAIL_REQUIRED) })),
});
export type InviteToEventBody = z.infer<typeof inviteToEventBody>;

export const inviteToEventReply = z.object({ link: z.string() });

export const acceptEventReply = z.object({ message: z.string(), redirectURL: z.string() });
export type AcceptEventReply = z.infer<typeof acceptEventReply>;
