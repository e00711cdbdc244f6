import { LOGIN_LOCKOUT_MS } from '@foyer/contracts/identity/login';
import { pages } from '@foyer/contracts/pages';
import type { Template } from '../message.ts';

export const accountLocked: Template<'account-locked'> = (content, context) => {
  const { t, productName } = context;
  return {
    subject: t('Your {productName} account is locked for a while', { productName }),
    preview: t('Somebody entered a wrong password several times.'),
    heading: t('Your account is locked for a while'),
    firstName: content.firstName,
    paragraphs: [
      t(
        'Somebody, perhaps you, entered a wrong password for your account several times. To keep it safe, no password is accepted for {minutes, plural, one {# minute} other {# minutes}} where that happened. In the other browsers you have used before, you can log in as always. If it was you, you can choose a new password at once:',
        { minutes: LOGIN_LOCKOUT_MS / 60_000 },
      ),
    ],
    action: { label: t('Reset your password'), url: context.link(pages.forgotPassword) },
    notes: [t('If it was not you, you need not do anything: they did not get in.')],
    why: t('You get this email because somebody entered wrong passwords for your account.'),
  };
};
