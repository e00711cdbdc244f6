import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { cleanName, personInWords } from '../clean-name.ts';
import type { Message, MessageContext } from '../message.ts';

export function seatRequested(content: MailContents['seat-requested'], context: MessageContext): Message {
  const { t } = context;
  const requester = cleanName(content.requesterName, t('Somebody'));
  const team = cleanName(content.teamName, t('your team'));
  return {
    subject: t('{requester} needs a seat in {team}', { requester, team }),
    preview: t('Every seat of your team is taken.'),
    heading: t('{requester} needs a seat in {team}', { requester, team }),
    firstName: content.firstName,
    paragraphs: [
      t("{requester} came through your company's sign-in, but every seat of {team} is taken.", {
        requester: personInWords(t, content.requesterName, content.requesterEmail),
        team,
      }),
      t('Your team page says how to get more seats. Then ask {requester} to sign in again.', { requester }),
    ],
    action: { label: t('See your team'), url: context.link(pages.settingsTeam) },
    notes: [t('We write once for each person, however often they try.')],
    why: t('You get this email because you own the team {team}.', { team }),
  };
}
