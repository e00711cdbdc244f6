import type { MailContents } from '@foyer/mail/mail-kinds';
import { plans } from '@foyer/catalog/plans';
import { pages } from '@foyer/contracts/pages';
import type { Message, MessageContext } from '../message.ts';
import { afterPro } from './after-pro.ts';

export function graceOver(content: MailContents['grace-over'], context: MessageContext): Message {
  const { name } = plans.pro;
  return {
    subject: `Your ${context.productName} ${name} plan has ended, because it was not paid`,
    preview: 'You can take it up again at any time.',
    heading: `Your ${name} plan has ended`,
    firstName: content.firstName,
    paragraphs: [`We could not charge your card, so ${name} has ended.`, afterPro(content.endsAs, 'now')],
    action: {
      label: `Take ${name} up again`,
      url: context.link(content.endsAs === 'free' ? pages.proUpgrade : pages.login),
    },
    notes: [],
    why: context.t('You get this email because you paid for the PRO plan of your team.'),
  };
}
