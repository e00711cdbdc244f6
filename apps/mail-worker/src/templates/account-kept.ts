import { pages } from '@foyer/contracts/pages';
import type { Template } from '../message.ts';

export const accountKept: Template<'account-kept'> = (content, context) => {
  const { t, productName, supportEmail } = context;
  return {
    subject: t('mails.accountKept.subject', 'Your {productName} account won’t be deleted', { productName }),
    preview: t('mails.accountKept.preview', 'You chose to keep it.'),
    heading: t('mails.accountKept.heading', 'Your account won’t be deleted'),
    firstName: content.firstName,
    paragraphs: [
      t('mails.accountKept.intro', 'You logged in and chose to keep your account, so we won’t delete it.'),
      t(
        'mails.accountKept.whatStaysEnded',
        'If your plan ended, it doesn’t restart automatically. You also need to connect your apps again.',
      ),
    ],
    action: {
      label: t('mails.accountKept.settings', 'Go to your settings'),
      url: context.link(pages.settings),
    },
    notes: [
      t('mails.accountKept.notYou', 'If this wasn’t you, change your password and contact {supportEmail}.', {
        supportEmail,
      }),
    ],
    why: t(
      'mails.accountKept.reason',
      'You’re receiving this email because the deletion of your account was canceled.',
    ),
  };
};
