import { pages } from '@foyer/contracts/pages';
import { linkLifeHours } from '@foyer/contracts/identity/password';
import type { Template } from '../message.ts';

export const alreadyRegistered: Template<'already-registered'> = (content, context) => {
  const { t, productName } = context;
  return {
    subject: t('mails.alreadyRegistered.subject', 'You already have a {productName} account', {
      productName,
    }),
    preview: t('mails.alreadyRegistered.preview', 'Somebody tried to sign up with your email address.'),
    heading: t('mails.alreadyRegistered.heading', 'You already have an account'),
    firstName: content.firstName,
    paragraphs: [
      {
        text: t(
          'mails.alreadyRegistered.intro',
          'Somebody, perhaps you, tried to sign up with this email address. It already has an account, so nothing was changed.',
        ),
        link: { label: t('common.logIn', 'Log in'), url: context.link(pages.login) },
      },
      t('mails.alreadyRegistered.newPassword', 'Forgot your password? Choose a new one here:'),
    ],
    action: {
      label: t('common.chooseNewPassword', 'Choose a new password'),
      url: context.link(pages.resetPassword, { resetToken: content.resetToken }),
    },
    notes: [
      t('mails.linkLifetime', 'This link works once, for {hours, plural, one {# hour} other {# hours}}.', {
        hours: linkLifeHours.reset_password,
      }),
      t(
        'mails.alreadyRegistered.notYou',
        'If it was not you, you need not do anything: your account and password stay as they are.',
      ),
    ],
    why: t(
      'mails.alreadyRegistered.reason',
      'You get this email because somebody signed up with this address.',
    ),
  };
};
