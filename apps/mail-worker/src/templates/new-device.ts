import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import { timeInWords } from '../in-words.ts';
import type { Message, MessageContext } from '../message.ts';

export function newDevice(content: MailContents['new-device'], context: MessageContext): Message {
  const what = content.logins.length === 1 ? 'a new browser' : 'new browsers';
  return {
    subject: `Your ${context.productName} account was used in ${what}`,
    preview: 'Was it you?',
    heading: `Somebody logged in with ${what}`,
    firstName: content.firstName,
    paragraphs: [
      `Somebody, probably you, logged in to your account with your password in ${what}:`,
      // What a browser says of itself may be anything.
      {
        list: content.logins.map(
          ({ at, device, place }) => `${timeInWords(at)}: ${cleanName(device, 'Unknown device')}. ${place}.`,
        ),
      },
      'If it was you, there is nothing to do. Here you see where you are logged in:',
    ],
    action: { label: 'See your sessions', url: context.link(pages.settingsSecurity) },
    notes: [
      {
        text: 'If it was not you, choose a new password at once. That logs everybody out.',
        link: { label: 'Choose a new password', url: context.link(pages.forgotPassword) },
      },
    ],
    why: context.t('You get this email because your account was used in a browser that is new to us.'),
  };
}
