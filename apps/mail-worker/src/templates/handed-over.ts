import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import { dayInWords } from '../in-words.ts';
import type { Message, MessageContext, Template } from '../message.ts';

export const handedOver: Template<'handed-over'> = (content, context) => {
  return content.isOwner ? toNewOwner(content, context) : toFormerOwner(content, context);
};

function toNewOwner(content: MailContents['handed-over'], context: MessageContext): Message {
  const { t, language, supportEmail } = context;
  const team = cleanName(content.teamName);
  const former = cleanName(content.otherName);
  const { nextChargeOn } = content;
  const needsCard = nextChargeOn !== undefined;
  return {
    subject: t('mails.handedOver.newOwnerSubject', 'You own the team {team} now', { team }),
    preview: needsCard
      ? t('mails.handedOver.addCard', 'Add a card for its PRO plan.')
      : t('mails.handedOver.newOwnerPreview', 'You accepted the offer.'),
    heading: t('mails.handedOver.newOwnerHeading', 'You own {team}', { team }),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.handedOver.newOwnerIntro',
        'You accepted the team {team} from {former}. You decide who is in it, and you look after its plan.',
        {
          team,
          former,
        },
      ),
      ...(nextChargeOn === ''
        ? [
            t(
              'mails.handedOver.cardUnpaidMonth',
              'The team is on PRO, and its current month isn’t paid yet. {former}’s card is being removed. Add yours soon, or the payment fails.',
              { former },
            ),
          ]
        : []),
      ...(nextChargeOn
        ? [
            t(
              'mails.handedOver.cardRenewal',
              'The team is on PRO, which renews on {day}. {former}’s card is being removed. Add yours before that day, or the payment fails.',
              { day: dayInWords(nextChargeOn, language), former },
            ),
          ]
        : []),
    ],
    action: needsCard
      ? { label: t('common.addCard', 'Add a card'), url: context.link(pages.settingsBilling) }
      : { label: t('common.seeTeam', 'See your team'), url: context.link(pages.settingsTeam) },
    notes: [
      t(
        'mails.handedOver.newOwnerNotYou',
        'If it was not you who accepted, write to {supportEmail} at once.',
        { supportEmail },
      ),
    ],
    why: t('mails.handedOver.newOwnerReason', 'You get this email because you accepted a team.'),
  };
}

function toFormerOwner(content: MailContents['handed-over'], context: MessageContext): Message {
  const { t, supportEmail } = context;
  const team = cleanName(content.teamName);
  const successor = cleanName(content.otherName);
  return {
    subject: t('mails.handedOver.formerSubject', 'The team {team} belongs to {successor} now', {
      team,
      successor,
    }),
    preview: t('mails.handedOver.formerPreview', 'Your offer was accepted.'),
    heading: t('mails.handedOver.formerHeading', '{successor} owns {team}', { successor, team }),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.handedOver.formerIntro',
        '{successor} accepted your offer and owns the team {team} from now on. You are still a member of it.',
        { successor, team },
      ),
      ...(content.nextChargeOn !== undefined
        ? [
            t(
              'mails.handedOver.formerCard',
              'Your card is being removed from the team’s PRO plan. We email you when that’s done.',
            ),
          ]
        : []),
    ],
    action: { label: t('common.seeTeam', 'See your team'), url: context.link(pages.settingsTeam) },
    notes: [
      t('mails.handedOver.formerNotYou', 'If you made no such offer, write to {supportEmail} at once.', {
        supportEmail,
      }),
    ],
    why: t('mails.handedOver.formerReason', 'You get this email because you offered your team to a member.'),
  };
}
