import { pages } from '@foyer/contracts/pages';
import type { Template } from '../message.ts';

export const passwordChanged: Template<'password-changed'> = (content, context) => {
  const { t, productName, supportEmail } = context;
  return {
    subject: t('mails.passwordChanged.changedSubject', 'Your {productName} password was changed', {
      productName,
    }),
    preview: t('mails.passwordChanged.preview', 'We logged you out on all other devices.'),
    heading: t('mails.passwordChanged.subject', 'Your password was changed'),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.passwordChanged.changedAndLoggedOut',
        'Your password was changed. We logged you out on all other devices, and connected apps lost access.',
      ),
    ],
    notes: [
      // A change of the password does not remove passkeys, even if an attacker added them.
      ...(content.passkeys > 0
        ? [
            {
              text: t(
                'mails.passwordChanged.passkeysRemain',
                '{count, plural, one {# passkey can still be used to log in to your account. Remove it if you don’t recognize it.} other {# passkeys can still be used to log in to your account. Remove those you don’t recognize.}}',
                { count: content.passkeys },
              ),
              link: {
                label: t('mails.seePasskeys', 'See your passkeys'),
                url: context.link(pages.settingsSecurity),
              },
            },
          ]
        : []),
      t('mails.notYouWriteNow', 'If it wasn’t you, contact {supportEmail} right away.', { supportEmail }),
    ],
    why: t(
      'mails.passwordChanged.whyYouGetThis',
      'You’re receiving this email because the password of your account was changed.',
    ),
  };
};
