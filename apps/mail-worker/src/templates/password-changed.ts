import { pages } from '@foyer/contracts/pages';
import type { Template } from '../message.ts';

export const passwordChanged: Template<'password-changed'> = (content, context) => {
  const { t, productName, supportEmail } = context;
  return {
    subject: t('Your {productName} password was changed', { productName }),
    preview: t('You are now logged out everywhere.'),
    heading: t('Your password was changed'),
    firstName: content.firstName,
    paragraphs: [t('The password of your account was changed and you were logged out everywhere.')],
    notes: [
      // Passkeys still open the account, also those that an attacker has added.
      ...(content.passkeys > 0
        ? [
            {
              text: t(
                '{count, plural, one {# passkey still signs in to your account. Remove it if you do not know it.} other {# passkeys still sign in to your account. Remove those that you do not know.}}',
                { count: content.passkeys },
              ),
              link: { label: t('See your passkeys'), url: context.link(pages.settingsSecurity) },
            },
          ]
        : []),
      t('If it was not you, write to {supportEmail} at once.', { supportEmail }),
    ],
    why: t('You get this email because the password of your account was changed.'),
  };
};
