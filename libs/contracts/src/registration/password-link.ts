import * as z from 'zod/mini';
import { businessTypeValues } from '@foyer/catalog/business-types';
import { isOptInImplied } from '@foyer/catalog/opt-in';
import { planTypes } from '@foyer/catalog/plans';
import { toForm, wireTextsOf } from '../form.ts';
import { linkStates, meetsPasswordRules, newPasswordFields } from '../identity/password.ts';
import { questionsBesideEmail, signUpAnswers, type SignUpForm } from './sign-up.ts';

/**
 * Body of `POST /reset-password?resetToken=` (docs/product.md 7). With a sign-up link, the user can correct the form's
 * answers, which another person may have filled in. `without_invitation`: the user was told that the invitation has
 * ended, and wants an account without it.
 */
export const resetPasswordBody = z
  .strictObject({
    ...newPasswordFields,
    answers: z.optional(signUpAnswers),
    without_invitation: z.optional(z.literal(true)),
  })
  .check(meetsPasswordRules);
export type ResetPasswordBody = z.infer<typeof resetPasswordBody>;

const storedAnswers = z.object({
  ...wireTextsOf(questionsBesideEmail),
  opt_in: z.enum(['Yes', 'No']),
  plan: z.enum(planTypes),
});
export type StoredAnswers = z.infer<typeof storedAnswers>;

export function toSignUpForm(kept: StoredAnswers, email: string): SignUpForm {
  const form = toForm(questionsBesideEmail, kept);
  return {
    ...form,
    email,
    businessType: businessTypeValues.find((type) => type === form.businessType) ?? '',
    // Implied consent is not copied, because the checkbox for another country must start unchecked.
    optIn: kept.opt_in === 'Yes' && !isOptInImplied(kept.country_code),
  };
}

/** An invitation's state. `noSeat`: it is live, but its team is full. */
const invitationStates = ['live', 'expired', 'used', 'revoked', 'noSeat'] as const;

/** The invitation whose shared code was used at the sign-up. If it is live, setting the password also accepts it. */
const linkInvitation = z.object({
  kind: z.enum(['team', 'event']),
  name: z.string(),
  inviter: z.string(),
  /** The name in the form. Any person with the shared link may have filled it in. */
  person: z.string(),
  state: z.enum(invitationStates),
});
export type LinkInvitation = z.infer<typeof linkInvitation>;

/**
 * Answer of `GET /password-link?resetToken=`, a read-only call (invariant 2 of docs/security.md). `email`: set for any
 * link that the portal sent, so that the page can offer a new one. `answers`: set for a live sign-up link.
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
