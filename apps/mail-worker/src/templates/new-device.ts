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
      '{count, plural, one {Somebody logged in with a new browser} other {Somebody logged in with new browsers}}',
      { count },
    ),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.newDevice.intro',
        '{count, plural, one {Somebody, probably you, logged in to your account in a new browser:} other {Somebody, probably you, logged in to your account in new browsers:}}',
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
        'If it was you, there is nothing to do. Here you see where you are logged in:',
      ),
    ],
    action: {
      label: t('mails.newDevice.seeSessions', 'See your sessions'),
      url: context.link(pages.settingsSecurity),
    },
    notes: [
      {
        text: t(
          'mails.newDevice.notYou',
          'If it was not you, choose a new password at once. That logs everybody out.',
        ),
        link: {
          label: t('common.chooseNewPassword', 'Choose a new password'),
          url: context.link(pages.forgotPassword),
        },
      },
    ],
    why: t(
      'mails.newDevice.reason',
      'You get this email because your account was used in a browser that is new to us.',
    ),
  };
};
