import { pages } from '@foyer/contracts/pages';
import type { Template } from '../message.ts';
import { afterPro } from './after-pro.ts';

export const graceOver: Template<'grace-over'> = (content, context) => {
  const { t, productName } = context;
  return {
    subject: t('mails.graceOver.subject', 'Your {productName} PRO plan has ended, because it was not paid', {
      productName,
    }),
    preview: t('mails.restartAnyTime', 'You can take it up again at any time.'),
    heading: t('mails.proEnded', 'Your PRO plan has ended'),
    firstName: content.firstName,
    paragraphs: [
      t('mails.graceOver.intro', 'We could not charge your card, so PRO has ended.'),
      afterPro(t, content.endsAs, 'now'),
    ],
    action: {
      label: t('mails.restartPro', 'Take PRO up again'),
      url: context.link(content.endsAs === 'free' ? pages.proUpgrade : pages.login),
    },
    notes: [],
    why: t('mails.reasonPaidForPro', 'You get this email because you paid for the PRO plan of your team.'),
  };
};
