import { planTypes } from '@foyer/catalog/plans';
import { restrictions } from '@foyer/catalog/subscription-states';
import * as z from 'zod/mini';
import { sessionUser } from './login.ts';

/** docs/product.md 10: a session ends after this much idling, and in any case after this much time. */
export const SESSION_IDLE_MINUTES = 30;
export const SESSION_ABSOLUTE_HOURS = 12;
/** A browser is remembered for so long after its last login there; browsers keep no cookie longer (RFC 6265bis 5.5). */
export const DEVICE_LIFE_DAYS = 400;

/** Who is signed in; nothing of it for a visitor. */
export const knownSession = z.object({
  user: z.optional(sessionUser),
  restrictedTo: z.optional(z.enum(restrictions)),
  /** With `leaving`: when the account will be deleted, as ISO 8601. */
  erasedOn: z.optional(z.string()),
  /** The team's plan, whether the team is the user's own, and whether they chose PRO and have not paid. */
  plan: z.optional(z.enum(planTypes)),
  isOwner: z.optional(z.boolean()),
  /** In which times are shown, where the user has chosen one. */
  timeZone: z.optional(z.string()),
  hasIncompleteBilling: z.optional(z.boolean()),
  /** A second factor is asked for by the end of this day (YYYY-MM-DD, UTC), by the team or of everybody, and not given here. */
  factorNeeded: z.optional(z.object({ by: z.string(), of: z.string() })),
  /** When the second factor can go because somebody has lost it, as ISO 8601. */
  recoveryEndsAt: z.optional(z.string()),
});
export type KnownSession = z.infer<typeof knownSession>;

/** Answer of `GET /session`: never a 401. `csrfToken` is the one to send from now on. */
export const sessionReply = z.extend(knownSession, {
  /** The browser's session ended for want of activity, and nobody has logged in there since. */
  hasIdledOut: z.optional(z.boolean()),
  csrfToken: z.string(),
});
export type SessionReply = z.infer<typeof sessionReply>;

/** Answer of a logout asked for by a script: where to go next. */
export const logoutReply = z.object({ redirectURL: z.string() });
export type LogoutReply = z.infer<typeof logoutReply>;
