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
  const { nextChargeOn } = content;
  const needsCard = nextChargeOn !== undefined;
  const heading = t('mails.handedOver.newOwnerHeading', 'You now own {team}', { team });
  return {
    subject: heading,
    preview: needsCard
      ? t('mails.handedOver.addCard', 'Add a card for the team’s PRO plan.')
      : t('mails.handedOver.newOwnerPreview', 'You now manage the team’s members and plan.'),
    heading,
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.handedOver.newOwnerIntro',
        'You accepted the transfer. You now decide who’s on the team, and you manage its plan.',
      ),
      ...(nextChargeOn === ''
        ? [
            t(
              'mails.handedOver.cardUnpaidMonth',
              'The team is on PRO, but its latest payment is still due. We’re removing the previous owner’s card. Add yours soon, or the payment will fail.',
            ),
          ]
        : []),
      ...(nextChargeOn
        ? [
            t(
              'mails.handedOver.cardRenewal',
              'The team is on PRO, which renews on {day}. We’re removing the previous owner’s card. Add yours before that day, or the payment will fail.',
              { day: dayInWords(nextChargeOn, language) },
            ),
          ]
        : []),
    ],
    action: needsCard
      ? { label: t('common.addCard', 'Add a card'), url: context.link(pages.settingsBilling) }
      : { label: t('common.seeTeam', 'See your team'), url: context.link(pages.settingsTeam) },
    notes: [
      t('mails.handedOver.newOwnerNotYou', 'If you didn’t accept it, contact {supportEmail} right away.', {
        supportEmail,
      }),
    ],
    why: t(
      'mails.handedOver.newOwnerReason',
      'You’re receiving this email because you accepted the transfer of a team.',
    ),
  };
}

function toFormerOwner(content: MailContents['handed-over'], context: MessageContext): Message {
  const { t, supportEmail } = context;
  const team = cleanName(content.teamName);
  const successor = cleanName(content.otherName);
  const heading =
    team && t('mails.handedOver.formerHeading', '{successor} now owns {team}', { successor, team });
  return {
    subject: heading,
    preview: t('mails.handedOver.formerPreview', 'You’re still a member of the team.'),
    heading,
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.handedOver.formerIntro',
        '{successor} accepted the transfer and now owns the team. You’re still a member.',
        { successor },
      ),
      ...(content.nextChargeOn !== undefined
        ? [
            t(
              'mails.handedOver.formerCard',
              'We’re removing your card from the team’s PRO plan. We’ll email you when that’s done.',
            ),
          ]
        : []),
    ],
    action: { label: t('common.seeTeam', 'See your team'), url: context.link(pages.settingsTeam) },
    notes: [
      t(
        'mails.handedOver.formerNotYou',
        'If you didn’t start this transfer, contact {supportEmail} right away.',
        { supportEmail },
      ),
    ],
    why: t('mails.handedOver.formerReason', 'You’re receiving this email because you owned the team.'),
  };
}
