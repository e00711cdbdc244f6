import { pages } from '@foyer/contracts/pages';
import type { Template } from '../message.ts';
import { afterPro } from './after-pro.ts';

export const graceOver: Template<'grace-over'> = (content, context) => {
  const { t, productName } = context;
  return {
    subject: t('mails.graceOver.subject', 'Your {productName} PRO plan has ended because it wasn’t paid', {
      productName,
    }),
    preview: t('mails.restartAnyTime', 'You can restart it at any time.'),
    heading: t('mails.proEnded', 'Your PRO plan has ended'),
    firstName: content.firstName,
    paragraphs: [
      t('mails.graceOver.intro', 'We didn’t receive your payment in time, so PRO has ended.'),
      afterPro(t, content.endsAs, 'now'),
    ],
    action: {
      label: t('mails.restartPro', 'Restart PRO'),
      url: context.link(content.endsAs === 'free' ? pages.proUpgrade : pages.login),
    },
    notes: [],
    why: t(
      'mails.reasonPaidForPro',
      'You’re receiving this email because you own a team whose PRO plan has ended.',
    ),
  };
};
