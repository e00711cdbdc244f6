import { LOGIN_LOCKOUT_MS } from '@foyer/contracts/identity/login';
import { pages } from '@foyer/contracts/pages';
import type { Template } from '../message.ts';

export const accountLocked: Template<'account-locked'> = (content, context) => {
  const { t, productName } = context;
  return {
    subject: t('mails.accountLocked.subject', 'Your {productName} account is temporarily locked', {
      productName,
    }),
    preview: t('mails.accountLocked.preview', 'Someone entered a wrong password several times.'),
    heading: t('mails.accountLocked.heading', 'Your account is temporarily locked'),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.accountLocked.intro',
        'Someone, perhaps you, entered a wrong password for your account several times. To keep it safe, we’ve paused password login for {minutes, plural, one {# minute} other {# minutes}}. In other browsers you’ve logged in with before, it still works. If it was you, you can choose a new password right away:',
        { minutes: LOGIN_LOCKOUT_MS / 60_000 },
      ),
    ],
    action: {
      label: t('common.resetPassword', 'Reset your password'),
      url: context.link(pages.forgotPassword),
    },
    notes: [t('mails.accountLocked.notYou', 'If it wasn’t you, there’s nothing to do: they didn’t get in.')],
    why: t(
      'mails.accountLocked.reason',
      'You’re receiving this email because someone entered wrong passwords for your account.',
    ),
  };
};
