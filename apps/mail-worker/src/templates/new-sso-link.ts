import { pages } from '@foyer/contracts/pages';
import type { Template } from '../message.ts';

export const newSsoLink: Template<'new-sso-link'> = (content, context) => {
  const { t, productName, supportEmail } = context;
  return {
    subject: t('mails.newSsoLink.subject', 'Your company can now sign you in to {productName}', {
      productName,
    }),
    preview: t('mails.newSsoLink.preview', 'Your account is linked to your company sign-in.'),
    heading: t('mails.newSsoLink.heading', 'Your account is linked to your company sign-in'),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.newSsoLink.intro',
        "You signed in through your company ({identityProvider}) for the first time. From now on both ways lead to this account: your company's sign-in and your password, if you have one.",
        { identityProvider: content.identityProvider },
      ),
    ],
    action: {
      label: t('mails.newSsoLink.seeSessions', 'See where you are signed in'),
      url: context.link(pages.settingsSecurity),
    },
    notes: [
      t('mails.notYouWriteNow', 'If it wasn’t you, contact {supportEmail} right away.', { supportEmail }),
    ],
    why: t('mails.newSsoLink.reason', 'You get this email because there is a new way into your account.'),
  };
};
