import type { Template } from '../message.ts';

export const accountErased: Template<'account-erased'> = (content, context) => {
  const { t, productName } = context;
  return {
    subject: t('mails.accountErased.subject', 'Your {productName} account has been deleted', { productName }),
    preview: t('mails.accountErased.preview', 'It can’t be restored.'),
    heading: t('mails.accountErased.heading', 'Your account has been deleted'),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.accountErased.intro',
        'As you requested, we’ve deleted your account with everything in it. It can’t be restored.',
      ),
      t(
        'mails.accountErased.whatWeKeep',
        'Our payment provider keeps invoices for as long as the law requires. Our security log keeps its entries without your name and email address.',
      ),
    ],
    notes: [
      t(
        'mails.accountErased.connectedApps',
        'Apps that had access to your account keep the data they’ve already read. Ask their providers to delete it.',
      ),
      t('mails.accountErased.lastEmail', 'This is the last email about this account.'),
    ],
    why: t('mails.accountErased.reason', 'You’re receiving this email because your account was deleted.'),
  };
};
