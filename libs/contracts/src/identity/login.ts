import { say } from '@foyer/catalog/words/say';
import * as z from 'zod/mini';
import { ENTER_VALID_EMAIL, emailField } from '../email.ts';
import { REQUIRED_FIELD } from '../field.ts';

/** How long wrong passwords are counted, and how long too many of them lock the address (docs/product.md 10). */
export const LOGIN_LOCKOUT_MS = 600_000;

/** Body of `POST /login`. `redirect` is the page that the visitor requested. The server accepts only allowed pages. */
export const loginBody = z.strictObject({
  email: emailField(ENTER_VALID_EMAIL),
  password: z
    .string({ error: REQUIRED_FIELD })
    .check(
      z.minLength(1, REQUIRED_FIELD),
      z.maxLength(1024, say('identity.passwordTooLong', 'Use a shorter password')),
    ),
  redirect: z.optional(z.string().check(z.maxLength(2048))),
});
export type LoginBody = z.infer<typeof loginBody>;

export const sessionUser = z.object({
  platform_user_id: z.string(),
  email: z.string(),
  addressable_name: z.string(),
  sortable_name: z.string(),
  team: z.object({ name: z.string() }),
});
export type SessionUser = z.infer<typeof sessionUser>;

export function namesOf({ sortable_name }: SessionUser): { firstName: string; lastName: string } {
  const comma = sortable_name.lastIndexOf(', ');
  return { firstName: sortable_name.slice(comma + 2), lastName: sortable_name.slice(0, comma) };
}

export const loginReply = z.object({
  message: z.string(),
  user: z.optional(sessionUser),
  hasIncompleteBilling: z.boolean(),
  redirectURL: z.string(),
});
export type LoginReply = z.infer<typeof loginReply>;
