import type { Template } from '../message.ts';

export const accountErased: Template<'account-erased'> = (content, context) => {
  const { t, productName } = context;
  return {
    subject: t('Your {productName} account is deleted', { productName }),
    preview: t('Nothing of it can be brought back.'),
    heading: t('Your account is deleted'),
    firstName: content.firstName,
    paragraphs: [
      t('As you asked, your account is deleted with everything in it. It cannot be brought back.'),
      t(
        'Invoices stay with our payment provider for as long as the law asks us to keep them. Lines of our security log stay without your name and address.',
      ),
    ],
    notes: [
      t('Apps that you had given access keep what they read until then: ask them to delete it.'),
      t('This is the last email about this account.'),
    ],
    why: t('You get this email because you had an account that was deleted.'),
  };
};
