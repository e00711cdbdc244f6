import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Template } from '../message.ts';

export const resetWithheld: Template<'reset-withheld'> = (content, context) => {
  const { t, productName } = context;
  const team = cleanName(content.teamName, t('mails.yourTeam', 'your team'));
  return {
    subject: t('mails.resetWithheld.subject', 'Your company has to confirm your {productName} account', {
      productName,
    }),
    preview: t('mails.resetWithheld.preview', 'Until then we send no link to a new password.'),
    heading: t('common.companyMustConfirm', 'Your company has to confirm who you are'),
    firstName: content.firstName,
    paragraphs: [
      t('mails.resetWithheld.explanation', 'Somebody, probably you, asked for a link to a new password.'),
      t(
        'mails.resetWithheld.withheldUntilConfirmed',
        "Your company's sign-in has sent us someone with this address, and we can't tell yet whether the account is theirs. Until the owner of {team} has said whose it is, we send no such link. Ask them: they find it on their team page.",
        { team },
      ),
      t(
        'mails.resetWithheld.knownPasswordHint',
        'If you know the password of the account, you can log in with it.',
      ),
    ],
    action: { label: t('common.logIn', 'Log in'), url: context.link(pages.login) },
    notes: [t('mails.ignoreUnlessAsked', 'If you did not ask, ignore this email.')],
    why: t(
      'mails.reasonPasswordRequested',
      'You get this email because somebody asked for a new password with this address.',
    ),
  };
};
