import { pages } from '@foyer/contracts/pages';
import type { Template } from '../message.ts';

export const accountKept: Template<'account-kept'> = (content, context) => {
  const { t, productName, supportEmail } = context;
  return {
    subject: t('mails.accountKept.subject', 'Your {productName} account stays', { productName }),
    preview: t('mails.accountKept.preview', 'It will not be deleted.'),
    heading: t('mails.accountKept.heading', 'Your account stays'),
    firstName: content.firstName,
    paragraphs: [
      t('mails.accountKept.intro', 'You logged in and chose to keep your account. It will not be deleted.'),
      t(
        'mails.accountKept.whatStaysEnded',
        'A plan that ended stays ended, and apps have to be connected again.',
      ),
    ],
    action: {
      label: t('mails.accountKept.settings', 'Go to your settings'),
      url: context.link(pages.settings),
    },
    notes: [
      t('mails.accountKept.notYou', 'If it was not you, change your password and write to {supportEmail}.', {
        supportEmail,
      }),
    ],
    why: t(
      'mails.accountKept.reason',
      'You get this email because the deletion of your account was taken back.',
    ),
  };
};
