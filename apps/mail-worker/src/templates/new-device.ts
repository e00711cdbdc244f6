import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Letter, LetterContext } from '../letter.ts';

/** We do not know the reader's time zone, so the mail says whose time it is. */
const time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

export function newDevice(content: MailContents['new-device'], context: LetterContext): Letter {
  const what = content.logins.length === 1 ? 'a new browser' : 'new browsers';
  return {
    subject: `Your ${context.productName} account was used in ${what}`,
    preview: 'Was it you?',
    heading: `Somebody logged in with ${what}`,
    paragraphs: [
      `Hello ${cleanName(content.firstName, 'there')},`,
      `Somebody, probably you, logged in to your account with your password in ${what}:`,
      // What a browser says of itself may be anything.
      ...content.logins.map(
        ({ at, device, place }) =>
          `${time.format(new Date(at))} UTC: ${cleanName(device, 'Unknown device')}. ${place}.`,
      ),
      'If it was you, there is nothing to do. Here you see where you are logged in:',
    ],
    action: { label: 'See your sessions', url: context.link(pages.settingsSecurity) },
    notes: [
      `If it was not you, choose a new password at once: ${context.link(pages.forgotPassword)}. That logs everybody out.`,
    ],
  };
}
