import { pages } from '@foyer/contracts/pages';
import type { Template } from '../message.ts';

export const newSsoLink: Template<'new-sso-link'> = (content, context) => {
  const { t, productName, supportEmail } = context;
  return {
    subject: t('mails.newSsoLink.subject', 'You can now log in to {productName} with your company', {
      productName,
    }),
    preview: t('mails.newSsoLink.preview', 'Your account is linked to your company sign-in.'),
    heading: t('mails.newSsoLink.heading', 'Your account is linked to your company sign-in'),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.newSsoLink.intro',
        'You signed in with your company ({identityProvider}) for the first time. From now on, you can open this account with your company’s sign-in, or with your password if you have one.',
        { identityProvider: content.identityProvider },
      ),
    ],
    action: {
      label: t('mails.newSsoLink.seeSessions', 'See where you’re logged in'),
      url: context.link(pages.settingsSecurity),
    },
    notes: [
      t('mails.notYouWriteNow', 'If it wasn’t you, contact {supportEmail} right away.', { supportEmail }),
    ],
    why: t(
      'mails.newSsoLink.reason',
      'You’re receiving this email because there’s a new way to log in to your account.',
    ),
  };
};
