import { LINK_LIFE_HOURS, type LinkState } from '@foyer/contracts/password';

export type DeadLinkState = Exclude<LinkState, 'valid'>;

/** What a link that no longer works says (LESSONS F5): what happened, and what to do. */
export const deadLinkTexts: Record<DeadLinkState, { title: string; message: string }> = {
  expired: {
    title: 'This link has expired',
    message: `For your safety a link works for ${LINK_LIFE_HOURS} hours. Ask for a new one and use it within that time.`,
  },
  used: {
    title: 'This link has already been used',
    message: 'A password was set with it, so there is nothing left to do. Log in with that password.',
  },
  replaced: {
    title: 'There is a newer link',
    message:
      'We have sent you another email since. Use the link in the newest one; this one no longer works.',
  },
  unknown: {
    title: 'We don’t recognize this link',
    message:
      'It may have been cut off on its way. Open it from the email again, or copy the whole link into the address bar.',
  },
};
