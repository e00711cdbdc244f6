import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Template } from '../message.ts';

export const resetWithheld: Template<'reset-withheld'> = (content, context) => {
  const { t, productName } = context;
  const team = cleanName(content.teamName, t('your team'));
  return {
    subject: t('Your company has to confirm your {productName} account', { productName }),
    preview: t('Until then we send no link to a new password.'),
    heading: t('Your company has to confirm who you are'),
    firstName: content.firstName,
    paragraphs: [
      t('Somebody, probably you, asked for a link to a new password.'),
      t(
        "Your company's sign-in has sent us someone with this address, and we can't tell yet whether the account is theirs. Until the owner of {team} has said whose it is, we send no such link. Ask them: they find it on their team page.",
        { team },
      ),
      t('If you know the password of the account, you can log in with it.'),
    ],
    action: { label: t('Log in'), url: context.link(pages.login) },
    notes: [t('If you did not ask, ignore this email.')],
    why: t('You get this email because somebody asked for a new password with this address.'),
  };
};
