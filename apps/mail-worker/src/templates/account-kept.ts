import { pages } from '@foyer/contracts/pages';
import type { Template } from '../message.ts';

export const accountKept: Template<'account-kept'> = (content, context) => {
  const { t, productName, supportEmail } = context;
  return {
    subject: t('Your {productName} account stays', { productName }),
    preview: t('It will not be deleted.'),
    heading: t('Your account stays'),
    firstName: content.firstName,
    paragraphs: [
      t('You logged in and chose to keep your account. It will not be deleted.'),
      t('A plan that ended stays ended, and apps have to be connected again.'),
    ],
    action: { label: t('Go to your settings'), url: context.link(pages.settings) },
    notes: [t('If it was not you, change your password and write to {supportEmail}.', { supportEmail })],
    why: t('You get this email because the deletion of your account was taken back.'),
  };
};
