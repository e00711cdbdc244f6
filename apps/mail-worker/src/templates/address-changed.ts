import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import { timeInWords } from '../in-words.ts';
import type { Template } from '../message.ts';

export const addressChanged: Template<'address-changed'> = (content, context) => {
  const { t, productName, supportEmail } = context;
  const newEmail = cleanName(content.newEmail, t('mails.addressChanged.unknownAddress', 'another address'));
  return {
    subject: t('mails.addressChangedSubject', 'The email of your {productName} account was changed', {
      productName,
    }),
    preview: t('mails.addressChanged.preview', 'If it was not you, change it back.'),
    heading: t('mails.addressChanged.heading', 'Your email was changed'),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.addressChanged.intro',
        'Your account now has the email {newEmail}. Mails about it go there from now on.',
        { newEmail },
      ),
      t(
        'mails.addressChanged.changeBack',
        'If it was you, there is nothing to do. If it was not you, change it back here:',
      ),
    ],
    action: {
      label: t('common.changeItBack', 'Change it back'),
      url: context.link(pages.undoAddress, { undoToken: content.undoToken }),
    },
    notes: [
      t(
        'mails.addressChanged.linkLifetime',
        'This works until {time}. It logs everybody out, and you choose a new password.',
        {
          time: timeInWords(content.undoUntil, context),
        },
      ),
      t('mails.addressChanged.tooLate', 'If it is too late, write to {supportEmail}.', { supportEmail }),
    ],
    why: t('mails.addressChanged.reason', 'You get this email because this was the address of your account.'),
  };
};
