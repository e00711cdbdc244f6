import * as z from 'zod/mini';

/** One of the visitor's own sessions. `device` and `place` are English, for pages of the release before. */
const ownSession = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  device: z.string(),
  place: z.string(),
  /** By their own names, such as Firefox and Windows; what is not known is left out. */
  browser: z.optional(z.string()),
  system: z.optional(z.string()),
  /** `kind`: here, private, unknown, or other, which has an `address`. */
  network: z.optional(z.object({ kind: z.string(), address: z.optional(z.string()) })),
  startedAt: z.string(),
  lastSeenAt: z.string(),
});
export type OwnSession = z.infer<typeof ownSession>;

/** Answer of `GET /settings/security/sessions`: the newest first. */
export const sessionsReply = z.object({ sessions: z.array(ownSession) });
export type SessionsReply = z.infer<typeof sessionsReply>;

/** Answer where there is nothing to say but that it was done. */
export const doneReply = z.object({ message: z.string() });
export type DoneReply = z.infer<typeof doneReply>;
