import { linkLifeInWords, type LinkState } from '@foyer/contracts/password';
import type { PasswordLinkReply } from '@foyer/contracts/password-link';

export type DeadLinkState = Exclude<LinkState, 'valid'>;

/** Texts of a link that no longer works: what happened, and what to do. */
export function deadLinkText(
  state: DeadLinkState,
  kind: PasswordLinkReply['kind'],
): { title: string; message: string } {
  switch (state) {
    case 'expired':
      return {
        title: 'This link has expired',
        message: `For your safety a link works for ${linkLifeInWords(kind === 'create' ? 'create_password' : 'reset_password')}. Ask for a new one and use it within that time.`,
      };
    case 'used':
      return {
        title: 'This link has already been used',
        message:
          kind === 'create'
            ? 'Your account has its password, so there is nothing left to do. Log in with that password.'
            : 'A password was set with it, so there is nothing left to do. Log in with that password.',
      };
    case 'replaced':
      return {
        title: 'This link no longer works',
        message:
          'Your account has changed since we sent it: it has another password or another address, for example. Log in, or ask for a new link.',
      };
    case 'unknown':
      return {
        title: 'We don’t recognize this link',
        message:
          'It may have been cut off on its way. Open it from the email again, or copy the whole link into the address bar.',
      };
  }
}
