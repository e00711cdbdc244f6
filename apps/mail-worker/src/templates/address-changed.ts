import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import { timeInWords } from '../in-words.ts';
import type { Template } from '../message.ts';

export const addressChanged: Template<'address-changed'> = (content, context) => {
  const { t, productName, supportEmail } = context;
  const newEmail = cleanName(content.newEmail);
  return {
    subject: t('mails.addressChangedSubject', 'The email address of your {productName} account was changed', {
      productName,
    }),
    preview: t('mails.addressChanged.preview', 'If it wasn’t you, change it back.'),
    heading: t('mails.addressChanged.heading', 'Your email address was changed'),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.addressChanged.intro',
        'Your account’s email address is now {newEmail}. Emails about your account go there from now on.',
        { newEmail },
      ),
      t(
        'mails.addressChanged.changeBack',
        'If it was you, there’s nothing to do. If it wasn’t, change it back here:',
      ),
    ],
    action: {
      label: t('common.changeItBack', 'Change it back'),
      url: context.link(pages.undoAddress, { undoToken: content.undoToken }),
    },
    notes: [
      t(
        'mails.addressChanged.linkLifetime',
        'You can do this until {time}. It logs out all devices, and you choose a new password.',
        {
          time: timeInWords(content.undoUntil, context),
        },
      ),
      t('mails.addressChanged.tooLate', 'If it’s too late, contact {supportEmail}.', { supportEmail }),
    ],
    why: t(
      'mails.addressChanged.reason',
      'You’re receiving this email because this was the email address of your account.',
    ),
  };
};
