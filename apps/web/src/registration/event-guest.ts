import { pages } from '@foyer/contracts/pages';
import * as z from 'zod/mini';
import { generatePath, useLocation } from 'react-router-dom';
import { loginAddress } from '../identity/login-address.ts';

const eventGuest = z.object({
  invitationCode: z.string(),
  email: z.string(),
  eventName: z.string(),
  /** Set for a code in a shared link: the guest must verify their email address before the password step. */
  needsMail: z.optional(z.literal(true)),
});

/**
 * Stored in the history entry, so that refresh and Back work. It is not in web storage, because it holds the invitation
 * code (invariant 11 of docs/security.md).
 */
export type EventGuest = z.infer<typeof eventGuest>;

export function guestState(guest: EventGuest | undefined): { eventGuest?: EventGuest } {
  return guest ? { eventGuest: guest } : {};
}

export function useEventGuest(): EventGuest | undefined {
  const result = z.object({ eventGuest }).safeParse(useLocation().state);
  return result.success ? result.data.eventGuest : undefined;
}

export function guestPath({ invitationCode, eventName }: EventGuest): string {
  return generatePath(pages.joinEvent, { invitationCode }) + nameIn(eventName);
}

export function guestLogin({ invitationCode, eventName }: EventGuest): string {
  return loginAddress(pages.joinEvent, { invitationCode }, nameIn(eventName));
}

function nameIn(eventName: string): string {
  return `?${new URLSearchParams({ event_name: eventName })}`;
}
