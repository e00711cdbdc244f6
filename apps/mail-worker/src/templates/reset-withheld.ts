import { pages } from '@foyer/contracts/pages';
import type { Template } from '../message.ts';

export const resetWithheld: Template<'reset-withheld'> = (content, context) => {
  const { t, productName } = context;
  return {
    subject: t('mails.resetWithheld.subject', 'Your company must confirm your {productName} account', {
      productName,
    }),
    preview: t('mails.resetWithheld.preview', 'We can’t send a reset link until then.'),
    heading: t('common.companyMustConfirm', 'Your company must confirm who you are'),
    firstName: content.firstName,
    paragraphs: [
      t('mails.resetWithheld.explanation', 'Someone, probably you, asked for a link to reset your password.'),
      t(
        'mails.resetWithheld.withheldUntilConfirmed',
        'Someone with this email address tried to sign in with your company, and we can’t tell yet whether the account is theirs. We can’t send a reset link until your team’s owner confirms on the team page whose account it is.',
      ),
      t(
        'mails.resetWithheld.knownPasswordHint',
        'If you know your password or have a passkey, you can still log in with it.',
      ),
    ],
    action: { label: t('common.logIn', 'Log in'), url: context.link(pages.login) },
    notes: [t('mails.ignoreUnlessAsked', 'If you didn’t ask for this, ignore this email.')],
    why: t(
      'mails.reasonPasswordRequested',
      'You’re receiving this email because someone asked for a new password for this address.',
    ),
  };
};
