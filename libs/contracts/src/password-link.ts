import * as z from 'zod/mini';
import { planTypes } from '@foyer/catalog/plans';
import { linkStates, meetsPasswordRules, newPasswordFields } from './password.ts';
import { signUpAnswers } from './sign-up.ts';

/**
 * Body of `POST /reset-password?resetToken=` (SPEC 7). Whoever creates a password by a sign-up link may say the answers
 * of the sign-up anew: the link proved their address, not who filled in the form.
 */
export const resetPasswordBody = z
  .strictObject({ ...newPasswordFields, answers: z.optional(signUpAnswers) })
  .check(meetsPasswordRules);
export type ResetPasswordBody = z.infer<typeof resetPasswordBody>;

/** The answers a registration holds, in the names of the wire. They were checked when they came, not since. */
export const keptAnswers = z.object({
  first_name: z.string(),
  last_name: z.string(),
  phone: z.string(),
  company: z.string(),
  business_type: z.string(),
  sq_ft: z.string(),
  country_code: z.string(),
  state_code: z.string(),
  opt_in: z.enum(['Yes', 'No']),
  plan: z.enum(planTypes),
});
export type KeptAnswers = z.infer<typeof keptAnswers>;

/**
 * Answer of `GET /password-link?resetToken=`; reading it changes nothing (DESIGN invariant 2). `email` is given for
 * links that were ours, so that the page can offer a new one to the same address; `answers` for a live sign-up link.
 */
export const passwordLinkReply = z.object({
  state: z.enum(linkStates),
  kind: z.optional(z.enum(['create', 'reset'])),
  plan: z.optional(z.enum(['free', 'pro'])),
  email: z.optional(z.string()),
  answers: z.optional(keptAnswers),
});
export type PasswordLinkReply = z.infer<typeof passwordLinkReply>;
