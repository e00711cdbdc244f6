import { pages } from '@foyer/contracts/pages';
import { linkLifeHours } from '@foyer/contracts/identity/password';
import type { Template } from '../message.ts';

export const resetPassword: Template<'reset-password'> = (content, context) => {
  const { t, productName } = context;
  return {
    subject: t('mails.resetPassword.resetTitle', 'Reset your {productName} password', { productName }),
    preview: t('mails.resetPassword.preview', 'Choose a new password.'),
    heading: t('common.resetPassword', 'Reset your password'),
    firstName: content.firstName,
    paragraphs: [
      t('mails.resetPassword.explanation', 'You asked to reset your password. Choose a new one here:'),
    ],
    action: {
      label: t('common.chooseNewPassword', 'Choose a new password'),
      url: context.link(pages.resetPassword, { resetToken: content.resetToken }),
    },
    notes: [
      t(
        'mails.resetPassword.linkRules',
        'This link works once, for {hours, plural, one {# hour} other {# hours}}. Using it logs you out everywhere.',
        { hours: linkLifeHours.reset_password },
      ),
      t(
        'mails.resetPassword.ignoreUnlessAsked',
        'If you didn’t ask for this, ignore this email. Your password stays the same.',
      ),
    ],
    why: t(
      'mails.reasonPasswordRequested',
      'You’re receiving this email because someone asked for a new password for this address.',
    ),
  };
};
