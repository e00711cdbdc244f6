import { pages } from '@foyer/contracts/pages';
import { linkLifeHours } from '@foyer/contracts/identity/password';
import type { Template } from '../message.ts';

export const alreadyRegistered: Template<'already-registered'> = (content, context) => {
  const { t, productName } = context;
  return {
    subject: t('mails.alreadyRegistered.subject', 'You already have a {productName} account', {
      productName,
    }),
    preview: t('mails.alreadyRegistered.preview', 'Someone tried to sign up with your email address.'),
    heading: t('mails.alreadyRegistered.heading', 'You already have an account'),
    firstName: content.firstName,
    paragraphs: [
      {
        text: t(
          'mails.alreadyRegistered.intro',
          'Someone, maybe you, tried to sign up with this email address. It already has an account, so nothing has changed.',
        ),
        link: { label: t('common.logIn', 'Log in'), url: context.link(pages.login) },
      },
      t('mails.alreadyRegistered.newPassword', 'Forgot your password? Choose a new one:'),
    ],
    action: {
      label: t('common.chooseNewPassword', 'Choose a new password'),
      url: context.link(pages.resetPassword, { resetToken: content.resetToken }),
    },
    notes: [
      t('mails.linkLifetime', 'This link works once, within {hours, plural, one {# hour} other {# hours}}.', {
        hours: linkLifeHours.reset_password,
      }),
      t('mails.alreadyRegistered.notYou', 'If this wasn’t you, you don’t need to do anything.'),
    ],
    why: t(
      'mails.alreadyRegistered.reason',
      'You’re receiving this email because someone tried to sign up with this email address.',
    ),
  };
};
