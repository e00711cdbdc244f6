import { LOGIN_LOCKOUT_MS } from '@foyer/contracts/identity/login';
import { pages } from '@foyer/contracts/pages';
import type { Template } from '../message.ts';

export const accountLocked: Template<'account-locked'> = (content, context) => {
  const { t, productName } = context;
  return {
    subject: t('mails.accountLocked.subject', 'Your {productName} account is locked for a while', {
      productName,
    }),
    preview: t('mails.accountLocked.preview', 'Somebody entered a wrong password several times.'),
    heading: t('mails.accountLocked.heading', 'Your account is locked for a while'),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.accountLocked.intro',
        'Somebody, perhaps you, entered a wrong password for your account several times. To keep it safe, no password is accepted for {minutes, plural, one {# minute} other {# minutes}} where that happened. In the other browsers you have used before, you can log in as always. If it was you, you can choose a new password at once:',
        { minutes: LOGIN_LOCKOUT_MS / 60_000 },
      ),
    ],
    action: {
      label: t('common.resetPassword', 'Reset your password'),
      url: context.link(pages.forgotPassword),
    },
    notes: [
      t('mails.accountLocked.notYou', 'If it was not you, you need not do anything: they did not get in.'),
    ],
    why: t(
      'mails.accountLocked.reason',
      'You get this email because somebody entered wrong passwords for your account.',
    ),
  };
};
