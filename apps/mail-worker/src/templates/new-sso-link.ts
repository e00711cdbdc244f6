import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import type { Message, MessageContext } from '../message.ts';

export function newSsoLink(content: MailContents['new-sso-link'], context: MessageContext): Message {
  return {
    subject: `Your company can now sign you in to ${context.productName}`,
    preview: 'Your account is linked to your company sign-in.',
    heading: 'Your account is linked to your company sign-in',
    firstName: content.firstName,
    paragraphs: [
      `You signed in through your company (${content.identityProvider}) for the first time. From now on both ways lead to this account: your company's sign-in and your password, if you have one.`,
    ],
    action: { label: 'See where you are signed in', url: context.link(pages.settingsSecurity) },
    notes: [`If it was not you, write to ${context.supportEmail} at once.`],
    why: context.t('You get this email because there is a new way into your account.'),
  };
}
