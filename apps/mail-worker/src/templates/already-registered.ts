import { pages } from '@foyer/contracts/pages';
import { linkLifeHours } from '@foyer/contracts/identity/password';
import type { Template } from '../message.ts';

export const alreadyRegistered: Template<'already-registered'> = (content, context) => {
  const { t, productName } = context;
  return {
    subject: t('You already have a {productName} account', { productName }),
    preview: t('Somebody tried to sign up with your email address.'),
    heading: t('You already have an account'),
    firstName: content.firstName,
    paragraphs: [
      {
        text: t(
          'Somebody, perhaps you, tried to sign up with this email address. It already has an account, so nothing was changed.',
        ),
        link: { label: t('Log in'), url: context.link(pages.login) },
      },
      t('Forgot your password? Choose a new one here:'),
    ],
    action: {
      label: t('Choose a new password'),
      url: context.link(pages.resetPassword, { resetToken: content.resetToken }),
    },
    notes: [
      t('This link works once, for {hours, plural, one {# hour} other {# hours}}.', {
        hours: linkLifeHours.reset_password,
      }),
      t('If it was not you, you need not do anything: your account and password stay as they are.'),
    ],
    why: t('You get this email because somebody signed up with this address.'),
  };
};
