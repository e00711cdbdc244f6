import * as z from 'zod/mini';

/** Body of `PATCH /settings/team`: the team stays on Free. The call cannot give a plan (docs/security.md 0). */
export const teamSettingsBody = z.strictObject({
  has_incomplete_billing: z.literal(false, { error: 'Can only be set to false' }),
});
export type TeamSettingsBody = z.infer<typeof teamSettingsBody>;

export const teamSettingsReply = z.object({ has_incomplete_billing: z.boolean() });
