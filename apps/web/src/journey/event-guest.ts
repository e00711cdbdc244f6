import { pages } from '@foyer/contracts/pages';
import * as z from 'zod/mini';
import { generatePath, useLocation } from 'react-router-dom';
import { loginAddress } from './login-address.ts';

const eventGuest = z.object({
  invitationCode: z.string(),
  email: z.string(),
  eventName: z.string(),
  /** The code was a shared one: a mail comes before the password. */
  needsMail: z.optional(z.literal(true)),
});

/**
 * Somebody on their way from an event invitation through sign-up (docs/product.md 3: the collaborator). It travels in
 * the history entry, so that refresh and Back work; an invitation code never enters web storage (invariant 11 of
 * docs/security.md).
 */
export type EventGuest = z.infer<typeof eventGuest>;

export function guestState(guest: EventGuest | undefined): { eventGuest?: EventGuest } {
  return guest ? { eventGuest: guest } : {};
}

export function useEventGuest(): EventGuest | undefined {
  const result = z.object({ eventGuest }).safeParse(useLocation().state);
  return result.success ? result.data.eventGuest : undefined;
}

/** Where the guest came in. */
export function guestPath({ invitationCode, eventName }: EventGuest): string {
  return generatePath(pages.joinEvent, { invitationCode }) + nameIn(eventName);
}

/** The login that leads back to where the guest came in, to accept with an account. */
export function guestLogin({ invitationCode, eventName }: EventGuest): string {
  return loginAddress(pages.joinEvent, { invitationCode }, nameIn(eventName));
}

function nameIn(eventName: string): string {
  return `?${new URLSearchParams({ event_name: eventName })}`;
}
