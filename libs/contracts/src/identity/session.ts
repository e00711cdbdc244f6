import { planTypes } from '@foyer/catalog/plans';
import { restrictions } from '@foyer/catalog/subscription-states';
import * as z from 'zod/mini';
import { sessionUser } from './login.ts';

/** The idle timeout and the absolute lifetime of a session (docs/product.md 10). */
export const SESSION_IDLE_MINUTES = 30;
export const SESSION_ABSOLUTE_HOURS = 12;
/** How long a browser stays known after its last login: the maximum lifetime of a cookie (RFC 6265bis 5.5). */
export const DEVICE_LIFE_DAYS = 400;

export const knownSession = z.object({
  user: z.optional(sessionUser),
  restrictedTo: z.optional(z.enum(restrictions)),
  /** When an account pending deletion will be deleted, ISO 8601. */
  erasedOn: z.optional(z.string()),
  plan: z.optional(z.enum(planTypes)),
  isOwner: z.optional(z.boolean()),
  /** The time zone for display, if the user has chosen one. */
  timeZone: z.optional(z.string()),
  hasIncompleteBilling: z.optional(z.boolean()),
  /**
   * Set if `of` (`team` or `portal`) requires a second factor after the day `by` (YYYY-MM-DD, UTC) and this session
   * has verified none, unless the user has one and the day is not over.
   */
  factorNeeded: z.optional(z.object({ by: z.string(), of: z.string() })),
  /** When the waiting period of the open recovery of the user's second factor ends, ISO 8601. May be past. */
  recoveryEndsAt: z.optional(z.string()),
});
export type KnownSession = z.infer<typeof knownSession>;

export const sessionReply = z.extend(knownSession, {
  hasIdledOut: z.optional(z.boolean()),
  csrfToken: z.string(),
});
export type SessionReply = z.infer<typeof sessionReply>;

/** Response of a logout that a script requested: the next page. */
export const logoutReply = z.object({ redirectURL: z.string() });
export type LogoutReply = z.infer<typeof logoutReply>;
