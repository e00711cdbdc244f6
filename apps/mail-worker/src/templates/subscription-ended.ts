import { pages } from '@foyer/contracts/pages';
import type { Template } from '../message.ts';

export const subscriptionEnded: Template<'subscription-ended'> = (content, context) => {
  const { t, productName } = context;
  return {
    subject: t('mails.subscriptionEnded.subject', 'Your {productName} PRO plan has ended', { productName }),
    preview: t('mails.restartAnyTime', 'You can take it up again at any time.'),
    heading: t('mails.proEnded', 'Your PRO plan has ended'),
    firstName: content.firstName,
    paragraphs: [
      ...(content.wasUnpaid
        ? [
            t(
              'mails.subscriptionEnded.droppedPayment',
              'You canceled your plan while a payment was due. That payment isn’t charged any more.',
            ),
          ]
        : []),
      content.endsAs === 'free'
        ? t(
            'mails.subscriptionEnded.ended',
            'Your PRO plan has ended. Your team is on the Free Trial now. You can take PRO up again at any time.',
          )
        : t(
            'mails.subscriptionEnded.restartToContinue',
            'Your PRO plan has ended. Log in to take it up again: your events and diagrams are waiting for you.',
          ),
    ],
    action: { label: t('mails.restartPro', 'Take PRO up again'), url: context.link(pages.login) },
    notes: [],
    why: t('mails.reasonPaidForPro', 'You get this email because you paid for the PRO plan of your team.'),
  };
};
