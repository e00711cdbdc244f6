import { pages } from '@foyer/contracts/pages';
import { browserInWords, networkInWords, timeInWords } from '../in-words.ts';
import type { Template } from '../message.ts';

export const newDevice: Template<'new-device'> = (content, context) => {
  const { t, productName } = context;
  const count = content.logins.length;
  return {
    subject: t(
      '{count, plural, one {Your {productName} account was used in a new browser} other {Your {productName} account was used in new browsers}}',
      { count, productName },
    ),
    preview: t('Was it you?'),
    heading: t(
      '{count, plural, one {Somebody logged in with a new browser} other {Somebody logged in with new browsers}}',
      { count },
    ),
    firstName: content.firstName,
    paragraphs: [
      t(
        '{count, plural, one {Somebody, probably you, logged in to your account in a new browser:} other {Somebody, probably you, logged in to your account in new browsers:}}',
        { count },
      ),
      {
        list: content.logins.map((login) =>
          t('{time}: {device}. {place}.', {
            time: timeInWords(login.at, context),
            device: browserInWords(login, t),
            place: networkInWords(login, t),
          }),
        ),
      },
      t('If it was you, there is nothing to do. Here you see where you are logged in:'),
    ],
    action: { label: t('See your sessions'), url: context.link(pages.settingsSecurity) },
    notes: [
      {
        text: t('If it was not you, choose a new password at once. That logs everybody out.'),
        link: { label: t('Choose a new password'), url: context.link(pages.forgotPassword) },
      },
    ],
    why: t('You get this email because your account was used in a browser that is new to us.'),
  };
};
