import type { MailContents } from '@foyer/mail/mail-kinds';
import type { Message, MessageContext } from '../message.ts';

export function signInWithSso(content: MailContents['sign-in-with-sso'], context: MessageContext): Message {
  return {
    subject: `How you log in to ${context.productName}`,
    preview: 'You log in through your company.',
    heading: 'You log in through your company',
    firstName: content.firstName,
    paragraphs: ['You asked to reset your password, but your account has none: your company signs you in.'],
    action: {
      label: 'Log in through your company',
      url: context.link(`/saml/${encodeURIComponent(content.identityProvider)}`),
    },
    notes: ['If you did not ask, ignore this email.'],
    why: context.t('You get this email because somebody asked for a new password with this address.'),
  };
}
