import * as z from 'zod/mini';

/** One of the visitor's own sessions, in words a person understands. */
const ownSession = z.object({
  id: z.string(),
  isCurrent: z.boolean(),
  device: z.string(),
  place: z.string(),
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
