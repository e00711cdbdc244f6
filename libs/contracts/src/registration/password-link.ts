import * as z from 'zod/mini';
import { businessTypeValues } from '@foyer/catalog/business-types';
import { isOptInImplied } from '@foyer/catalog/opt-in';
import { planTypes } from '@foyer/catalog/plans';
import { toForm, wireTextsOf } from '../form.ts';
import { linkStates, meetsPasswordRules, newPasswordFields } from '../identity/password.ts';
import { questionsBesideEmail, signUpAnswers, type SignUpForm } from './sign-up.ts';

/**
 * Body of `POST /reset-password?resetToken=` (docs/product.md 7). With a sign-up link, the answers may be given
 * again: the link verified the address, not who filled in the form. `without_invitation`: they have read that the
 * invitation has ended, and want a Free account of their own.
 */
export const resetPasswordBody = z
  .strictObject({
    ...newPasswordFields,
    answers: z.optional(signUpAnswers),
    without_invitation: z.optional(z.literal(true)),
  })
  .check(meetsPasswordRules);
export type ResetPasswordBody = z.infer<typeof resetPasswordBody>;

/** A registration's stored answers under their wire names, as validated when they came. */
const storedAnswers = z.object({
  ...wireTextsOf(questionsBesideEmail),
  opt_in: z.enum(['Yes', 'No']),
  plan: z.enum(planTypes),
});
export type StoredAnswers = z.infer<typeof storedAnswers>;

/** Stored answers as the form's values, with the address they belong to. */
export function toSignUpForm(kept: StoredAnswers, email: string): SignUpForm {
  const form = toForm(questionsBesideEmail, kept);
  return {
    ...form,
    email,
    businessType: businessTypeValues.find((type) => type === form.businessType) ?? '',
    // Implied consent does not carry over: in another country the box begins unchecked.
    optIn: kept.opt_in === 'Yes' && !isOptInImplied(kept.country_code),
  };
}

/** An invitation's state; `noSeat`: it is live, and its team is full. */
const invitationStates = ['live', 'expired', 'used', 'revoked', 'noSeat'] as const;

/** The invitation that a sign-up link accepts, too, if its shared code was used. */
const linkInvitation = z.object({
  kind: z.enum(['team', 'event']),
  name: z.string(),
  inviter: z.string(),
  /** The name from the form, which anyone with the shared link may have filled in. */
  person: z.string(),
  state: z.enum(invitationStates),
});
export type LinkInvitation = z.infer<typeof linkInvitation>;

/**
 * Answer of `GET /password-link?resetToken=`, which is read-only (invariant 2 of docs/security.md). `email` for links
 * of ours, so that the page can offer a new one; `answers` for a live sign-up link.
 */
export const passwordLinkReply = z.object({
  state: z.enum(linkStates),
  kind: z.optional(z.enum(['create', 'reset'])),
  plan: z.optional(z.enum(planTypes)),
  email: z.optional(z.string()),
  answers: z.optional(storedAnswers),
  invitation: z.optional(linkInvitation),
});
export type PasswordLinkReply = z.infer<typeof passwordLinkReply>;
