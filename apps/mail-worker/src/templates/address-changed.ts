import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import { timeInWords } from '../in-words.ts';
import type { Template } from '../message.ts';

export const addressChanged: Template<'address-changed'> = (content, context) => {
  const { t, productName, supportEmail } = context;
  const newEmail = cleanName(content.newEmail, t('another address'));
  return {
    subject: t('The email of your {productName} account was changed', { productName }),
    preview: t('If it was not you, change it back.'),
    heading: t('Your email was changed'),
    firstName: content.firstName,
    paragraphs: [
      t('Your account now has the email {newEmail}. Mails about it go there from now on.', { newEmail }),
      t('If it was you, there is nothing to do. If it was not you, change it back here:'),
    ],
    action: {
      label: t('Change it back'),
      url: context.link(pages.undoAddress, { undoToken: content.undoToken }),
    },
    notes: [
      t('This works until {time}. It logs everybody out, and you choose a new password.', {
        time: timeInWords(content.undoUntil, context),
      }),
      t('If it is too late, write to {supportEmail}.', { supportEmail }),
    ],
    why: t('You get this email because this was the address of your account.'),
  };
};
