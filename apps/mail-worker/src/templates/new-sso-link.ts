import { pages } from '@foyer/contracts/pages';
import type { Template } from '../message.ts';

export const newSsoLink: Template<'new-sso-link'> = (content, context) => {
  const { t, productName, supportEmail } = context;
  return {
    subject: t('mails.newSsoLink.subject', 'You can now sign in to {productName} with your company', {
      productName,
    }),
    preview: t('mails.newSsoLink.preview', 'Your account is linked to your company sign-in.'),
    heading: t('mails.newSsoLink.heading', 'Your account is linked to your company sign-in'),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.newSsoLink.intro',
        'From now on, signing in with your company ({identityProvider}) opens this account. If you have a password or a passkey, you can still log in with it.',
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
