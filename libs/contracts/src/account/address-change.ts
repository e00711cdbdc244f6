import * as z from 'zod/mini';
import { emailField, VALID_EMAIL_REQUIRED } from '../email.ts';
import { linkStates } from '../identity/password.ts';

export const ADDRESS_LINK_HOURS = 24;
/** How long an address change can be undone. Meanwhile no other account can use the former address. */
export const ADDRESS_UNDO_DAYS = 7;
/**
 * The undo period if the session that requested the change was verified with a passkey or app older than
 * `ADDRESS_UNDO_DAYS`.
 */
export const ADDRESS_UNDO_HOURS_AFTER_STRONG_PROOF = 24;

/** How long `holdAddress` prevents a change of the email address after a user leaves a company's team. */
export const ADDRESS_HELD_DAYS = 7;

export const changeAddressBody = z.strictObject({ email: emailField(VALID_EMAIL_REQUIRED) });
export type ChangeAddressBody = z.infer<typeof changeAddressBody>;

/** Answer of `POST /settings/profile/address`. It does not reveal a taken address (invariant 7 of docs/security.md). */
export const changeAddressReply = z.object({ message: z.string(), email: z.string() });

const token = z.string().check(z.maxLength(200));

export const addressLinkQuery = z.object({ token: z._default(token, '') });
export const addressLinkBody = z.strictObject({ token });
export type AddressLinkBody = z.infer<typeof addressLinkBody>;

/** Answer of `GET /address-link`, a read-only call. `email` is the address that the account would get. */
export const addressLinkReply = z.object({ state: z.enum(linkStates), email: z.optional(z.string()) });
export type AddressLinkReply = z.infer<typeof addressLinkReply>;

/** Answer of `GET /address-undo`. `held`: the owner of a company's team must first decide whose address it is. */
export const addressUndoReply = z.object({
  state: z.enum([...linkStates, 'held']),
  email: z.optional(z.string()),
});
export type AddressUndoReply = z.infer<typeof addressUndoReply>;
