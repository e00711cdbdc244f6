import type { MailContents } from '@foyer/mail/mail-kinds';
import { cleanName } from '../clean-name.ts';
import type { Letter, LetterContext } from '../letter.ts';

export function signInWithSso(content: MailContents['sign-in-with-sso'], context: LetterContext): Letter {
  return {
    subject: `How you log in to ${context.productName}`,
    preview: 'You log in through your company.',
    heading: 'You log in through your company',
    paragraphs: [
      `Hello ${cleanName(content.firstName, 'there')},`,
      'You asked to reset your password, but your account has none: your company signs you in.',
    ],
    action: {
      label: 'Log in through your company',
      url: context.link(`/saml/${encodeURIComponent(content.identityProvider)}`),
    },
    notes: ['If you did not ask, ignore this email.'],
  };
}
