import type { Template } from '../message.ts';

export const accountErased: Template<'account-erased'> = (content, context) => {
  const { t, productName } = context;
  return {
    subject: t('mails.accountErased.subject', 'Your {productName} account is deleted', { productName }),
    preview: t('mails.accountErased.preview', 'Nothing of it can be brought back.'),
    heading: t('mails.accountErased.heading', 'Your account is deleted'),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.accountErased.intro',
        'As you asked, your account is deleted with everything in it. It cannot be brought back.',
      ),
      t(
        'mails.accountErased.whatWeKeep',
        'Invoices stay with our payment provider for as long as the law asks us to keep them. Lines of our security log stay without your name and address.',
      ),
    ],
    notes: [
      t(
        'mails.accountErased.connectedApps',
        'Apps that you had given access keep what they read until then: ask them to delete it.',
      ),
      t('mails.accountErased.lastEmail', 'This is the last email about this account.'),
    ],
    why: t('mails.accountErased.reason', 'You get this email because you had an account that was deleted.'),
  };
};
