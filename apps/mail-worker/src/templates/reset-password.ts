import { pages } from '@foyer/contracts/pages';
import { linkLifeHours } from '@foyer/contracts/identity/password';
import type { Template } from '../message.ts';

export const resetPassword: Template<'reset-password'> = (content, context) => {
  const { t, productName } = context;
  return {
    subject: t('Reset your {productName} password', { productName }),
    preview: t('Choose a new password.'),
    heading: t('Reset your password'),
    firstName: content.firstName,
    paragraphs: [t('You asked to reset your password. Choose a new one here:')],
    action: {
      label: t('Choose a new password'),
      url: context.link(pages.resetPassword, { resetToken: content.resetToken }),
    },
    notes: [
      t(
        'This link works once, for {hours, plural, one {# hour} other {# hours}}. It logs you out everywhere.',
        { hours: linkLifeHours.reset_password },
      ),
      t('If you did not ask, ignore this email: your password stays as it is.'),
    ],
    why: t('You get this email because somebody asked for a new password with this address.'),
  };
};
