import * as z from 'zod/mini';
import { businessTypeValues } from '@foyer/catalog/business-types';
import { isOptInImplied } from '@foyer/catalog/opt-in';
import { planTypes } from '@foyer/catalog/plans';
import { linkStates, meetsPasswordRules, newPasswordFields } from './password.ts';
import { signUpAnswers, type SignUpForm } from './sign-up.ts';

/**
 * Body of `POST /reset-password?resetToken=` (docs/product.md 7). Whoever creates a password by a sign-up link may say
 * the answers of the sign-up anew: the link proved their address, not who filled in the form. `without_invitation`:
 * they have read that the invitation has ended, and want a Free account of their own.
 */
export const resetPasswordBody = z
  .strictObject({
    ...newPasswordFields,
    answers: z.optional(signUpAnswers),
    without_invitation: z.optional(z.literal(true)),
  })
  .check(meetsPasswordRules);
export type ResetPasswordBody = z.infer<typeof resetPasswordBody>;

/** The answers a registration holds, in the names of the wire. They were checked when they came, not since. */
const storedAnswers = z.object({
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
export type StoredAnswers = z.infer<typeof storedAnswers>;

/** Kept answers as the form shows them, for the address they were given for. */
export function toSignUpForm(kept: StoredAnswers, email: string): SignUpForm {
  return {
    firstName: kept.first_name,
    lastName: kept.last_name,
    email,
    phone: kept.phone,
    businessName: kept.company,
    businessType: businessTypeValues.find((type) => type === kept.business_type) ?? '',
    sqft: kept.sq_ft,
    countryCode: kept.country_code,
    stateCode: kept.state_code,
    // Where nobody was asked nobody has said yes: in another country the box begins empty.
    optIn: kept.opt_in === 'Yes' && !isOptInImplied(kept.country_code),
  };
}

/** What became of an invitation; `noSeat`: it is live, and its team is full. */
const invitationStates = ['live', 'expired', 'used', 'revoked', 'noSeat'] as const;

/** What a sign-up link accepts besides, where the sign-up was made by the shared code of an invitation. */
const linkInvitation = z.object({
  kind: z.enum(['team', 'event']),
  name: z.string(),
  inviter: z.string(),
  /** Who joins, as the form said. Anybody with the shared link may have filled it in. */
  person: z.string(),
  state: z.enum(invitationStates),
});
export type LinkInvitation = z.infer<typeof linkInvitation>;

/**
 * Answer of `GET /password-link?resetToken=`; reading it changes nothing (invariant 2 of docs/security.md). `email` is
 * given for links that were ours, so that the page can offer a new one to the same address; `answers` for a live
 * sign-up link.
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
