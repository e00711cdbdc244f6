import { pages } from '@foyer/contracts/pages';
import type { Template } from '../message.ts';
import { afterPro } from './after-pro.ts';

export const subscriptionEnded: Template<'subscription-ended'> = (content, context) => {
  const { t, productName } = context;
  return {
    subject: t('mails.subscriptionEnded.subject', 'Your {productName} PRO plan has ended', { productName }),
    preview: t('mails.restartAnyTime', 'You can restart it at any time.'),
    heading: t('mails.proEnded', 'Your PRO plan has ended'),
    firstName: content.firstName,
    paragraphs: [
      ...(content.wasUnpaid
        ? [
            t(
              'mails.subscriptionEnded.droppedPayment',
              'You canceled your plan while a payment was due. We won’t charge your card for it.',
            ),
          ]
        : []),
      afterPro(t, content.endsAs, 'now'),
    ],
    action: { label: t('mails.restartPro', 'Restart PRO'), url: context.link(pages.login) },
    notes: [],
    why: t(
      'mails.reasonPaidForPro',
      'You’re receiving this email because you own a team whose PRO plan has ended.',
    ),
  };
};
