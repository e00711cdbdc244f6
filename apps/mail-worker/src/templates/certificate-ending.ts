import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Letter, LetterContext } from '../letter.ts';

export function certificateEnding(
  content: MailContents['certificate-ending'],
  context: LetterContext,
): Letter {
  return {
    subject: `A certificate of your company sign-in ends on ${content.endsOn}`,
    preview: 'Exchange it in time, so that your people can go on signing in.',
    heading: 'A certificate of your company sign-in is ending',
    paragraphs: [
      `Hello ${cleanName(content.firstName, 'there')},`,
      `A certificate of ${content.identityProvider} ends on ${content.endsOn}. Exchange it before that day, so that your people can go on signing in to ${context.productName}.`,
      `Ask whoever looks after ${content.identityProvider} for a new certificate, and send its metadata to ${context.supportEmail}. Both certificates can be known to us at once, so nobody is kept out meanwhile.`,
    ],
    action: { label: 'See your company sign-in', url: context.link(pages.settingsSso) },
    notes: [],
  };
}
