import type { MailContents } from '@foyer/mail/mail-kinds';
import { plans } from '@foyer/catalog/plans';
import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import { dayInWords } from '../in-words.ts';
import type { Message, MessageContext } from '../message.ts';

export function handedOver(content: MailContents['handed-over'], context: MessageContext): Message {
  return content.isOwner ? toNewOwner(content, context) : toFormerOwner(content, context);
}

function toNewOwner(content: MailContents['handed-over'], context: MessageContext): Message {
  const team = cleanName(content.teamName, 'your team');
  const former = cleanName(content.otherName, 'the owner before');
  const { name } = plans.pro;
  const { nextChargeOn } = content;
  return {
    subject: `You own the team ${team} now`,
    preview: nextChargeOn ? `Add a card for its ${name} plan.` : 'You accepted the offer.',
    heading: `You own ${team}`,
    firstName: content.firstName,
    paragraphs: [
      `You accepted the team ${team} from ${former}. You decide who is in it, and you look after its plan.`,
      ...(nextChargeOn
        ? [
            `The team is on ${name}, which renews on ${dayInWords(nextChargeOn)}. The card of ${former} is not charged any more: add yours before that day, or the payment fails.`,
          ]
        : []),
    ],
    action: nextChargeOn
      ? { label: 'Add a card', url: context.link(pages.settingsBilling) }
      : { label: 'See your team', url: context.link(pages.settingsTeam) },
    notes: [`If it was not you who accepted, write to ${context.supportEmail} at once.`],
    why: context.t('You get this email because you accepted a team.'),
  };
}

function toFormerOwner(content: MailContents['handed-over'], context: MessageContext): Message {
  const team = cleanName(content.teamName, 'your team');
  const successor = cleanName(content.otherName, 'another member');
  return {
    subject: `The team ${team} belongs to ${successor} now`,
    preview: 'Your offer was accepted.',
    heading: `${successor} owns ${team}`,
    firstName: content.firstName,
    paragraphs: [
      `${successor} accepted your offer and owns the team ${team} from now on. You are still a member of it.`,
      ...(content.nextChargeOn
        ? [`Your card is taken off the team’s ${plans.pro.name} plan and is not charged for it any more.`]
        : []),
    ],
    action: { label: 'See your team', url: context.link(pages.settingsTeam) },
    notes: [`If you made no such offer, write to ${context.supportEmail} at once.`],
    why: context.t('You get this email because you offered your team to a member.'),
  };
}
