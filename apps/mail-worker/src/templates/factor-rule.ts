import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import { dayInWords } from '../in-words.ts';
import type { Template } from '../message.ts';

export const factorRequired: Template<'factor-required'> = ({ firstName, teamName, by, hasOne }, context) => {
  const { t, language, link, productName } = context;
  const team = cleanName(teamName, t('your team'));
  const day = dayInWords(by, language);
  return {
    subject: t('{team} asks for a second factor by {day}', { team, day }),
    preview: hasOne ? t('You have one already.') : t('Set one up before that day is over.'),
    heading: t('{team} asks for a second factor', { team }),
    firstName,
    paragraphs: [
      t(
        'The owner of {team} wants everybody in the team to log in to {productName} with a second factor by {day}: a passkey, or a password and a code of an authenticator app.',
        { team, productName, day },
      ),
      hasOne
        ? t('You have a second factor already. There is nothing for you to do.')
        : t('You have none yet. If you have none after that day, you set one up before anything else.'),
    ],
    action: { label: t('See your security settings'), url: link(pages.settingsSecurity) },
    notes: [t('We never ask for your password or a code in a mail.')],
    why: t('You get this email because you are in the team {team}.', { team }),
  };
};

export const factorWaived: Template<'factor-waived'> = ({ firstName, teamName }, context) => {
  const { t, link, supportEmail } = context;
  const team = cleanName(teamName, t('your team'));
  return {
    subject: t('{team} no longer asks for a second factor', { team }),
    preview: t('The second factor that you have stays.'),
    heading: t('{team} no longer asks for a second factor', { team }),
    firstName,
    paragraphs: [
      t('The owner of {team} no longer asks everybody in the team for a second factor.', { team }),
      t('If you have set one up, it stays, and goes on keeping your account safe.'),
    ],
    action: { label: t('See your security settings'), url: link(pages.settingsSecurity) },
    notes: [t('If you own the team and it was not you, write to {supportEmail} at once.', { supportEmail })],
    why: t('You get this email because you are in the team {team}.', { team }),
  };
};
