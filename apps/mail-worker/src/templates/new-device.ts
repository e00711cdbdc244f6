import { pages } from '@foyer/contracts/pages';
import { browserInWords, networkInWords, timeInWords } from '../in-words.ts';
import type { Template } from '../message.ts';

export const newDevice: Template<'new-device'> = (content, context) => {
  const { t, productName } = context;
  const count = content.logins.length;
  return {
    subject: t(
      'mails.newDevice.subject',
      '{count, plural, one {Your {productName} account was used in a new browser} other {Your {productName} account was used in new browsers}}',
      { count, productName },
    ),
    preview: t('mails.wasItYou', 'Was it you?'),
    heading: t(
      'mails.newDevice.preview',
      '{count, plural, one {Someone logged in from a new browser} other {Someone logged in from new browsers}}',
      { count },
    ),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.newDevice.intro',
        '{count, plural, one {Someone, probably you, logged in to your account from a new browser:} other {Someone, probably you, logged in to your account from new browsers:}}',
        { count },
      ),
      {
        list: content.logins.map((login) =>
          t('mails.newDevice.login', '{time}: {device}. {place}.', {
            time: timeInWords(login.at, context),
            device: browserInWords(login, t),
            place: networkInWords(login, t),
          }),
        ),
      },
      t(
        'mails.newDevice.itWasYou',
        'If it was you, there’s nothing to do. You can see where you’re logged in here:',
      ),
    ],
    action: {
      label: t('mails.newSsoLink.seeSessions', 'See where you’re logged in'),
      url: context.link(pages.settingsSecurity),
    },
    notes: [
      {
        text: t(
          'mails.newDevice.notYou',
          'If it wasn’t you, choose a new password right away. That logs out all devices.',
        ),
        link: {
          label: t('common.chooseNewPassword', 'Choose a new password'),
          url: context.link(pages.forgotPassword),
        },
      },
    ],
    why: t(
      'mails.newDevice.reason',
      'You’re receiving this email because your account was used in a browser that’s new to us.',
    ),
  };
};
