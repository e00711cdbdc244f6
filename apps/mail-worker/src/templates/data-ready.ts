import { pages } from '@foyer/contracts/pages';
import { timeInWords } from '../in-words.ts';
import type { Template } from '../message.ts';

export const dataReady: Template<'data-ready'> = (content, context) => {
  const { t, productName, supportEmail } = context;
  return {
    subject: t('mails.dataReady.subject', 'Your {productName} data is ready', { productName }),
    preview: t('mails.dataReady.preview', 'Log in to download it.'),
    heading: t('mails.dataReady.heading', 'Your data is ready'),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.dataReady.intro',
        'The copy of your data that you requested is ready. You can download it until {time}.',
        {
          time: timeInWords(content.until, context),
        },
      ),
    ],
    action: { label: t('mails.dataReady.seeData', 'Go to your data'), url: context.link(pages.settingsData) },
    notes: [
      t(
        'mails.dataReady.notYou',
        'If you didn’t request it, change your password right away and contact {supportEmail}.',
        {
          supportEmail,
        },
      ),
    ],
    why: t(
      'mails.dataReady.reason',
      'You’re receiving this email because someone logged in to your account requested a copy of its data.',
    ),
  };
};
