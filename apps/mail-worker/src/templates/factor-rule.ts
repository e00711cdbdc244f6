import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import { dayInWords } from '../in-words.ts';
import type { Template } from '../message.ts';

export const factorRequired: Template<'factor-required'> = ({ firstName, teamName, by, hasOne }, context) => {
  const { t, language, link, productName } = context;
  const team = cleanName(teamName, t('mails.yourTeam', 'your team'));
  const day = dayInWords(by, language);
  return {
    subject: t('mails.factorRule.onSubject', '{team} asks for a second factor by {day}', { team, day }),
    preview: hasOne
      ? t('mails.factorRule.onPreviewReady', 'You have one already.')
      : t('mails.factorRule.onPreview', 'Set one up before that day is over.'),
    heading: t('mails.factorRule.onHeading', '{team} asks for a second factor', { team }),
    firstName,
    paragraphs: [
      t(
        'mails.factorRule.onIntro',
        'The owner of {team} wants everybody in the team to log in to {productName} with a second factor by {day}: a passkey, or a password and a code of an authenticator app.',
        { team, productName, day },
      ),
      hasOne
        ? t('mails.factorRule.onReady', 'You have a second factor already. There is nothing for you to do.')
        : t(
            'mails.factorRule.onMissing',
            'You have none yet. If you have none after that day, you set one up before anything else.',
          ),
    ],
    action: {
      label: t('mails.seeSecuritySettings', 'See your security settings'),
      url: link(pages.settingsSecurity),
    },
    notes: [t('mails.factorRule.neverAsked', 'We never ask for your password or a code in a mail.')],
    why: t('mails.reasonTeamMember', 'You get this email because you are in the team {team}.', { team }),
  };
};

export const factorWaived: Template<'factor-waived'> = ({ firstName, teamName }, context) => {
  const { t, link, supportEmail } = context;
  const team = cleanName(teamName, t('mails.yourTeam', 'your team'));
  return {
    subject: t('mails.factorRule.offSubject', '{team} no longer asks for a second factor', { team }),
    preview: t('mails.factorRule.offPreview', 'The second factor that you have stays.'),
    heading: t('mails.factorRule.offSubject', '{team} no longer asks for a second factor', { team }),
    firstName,
    paragraphs: [
      t(
        'mails.factorRule.offIntro',
        'The owner of {team} no longer asks everybody in the team for a second factor.',
        { team },
      ),
      t(
        'mails.factorRule.offStays',
        'If you have set one up, it stays, and goes on keeping your account safe.',
      ),
    ],
    action: {
      label: t('mails.seeSecuritySettings', 'See your security settings'),
      url: link(pages.settingsSecurity),
    },
    notes: [
      t(
        'mails.factorRule.notYou',
        'If you own the team and it was not you, write to {supportEmail} at once.',
        { supportEmail },
      ),
    ],
    why: t('mails.reasonTeamMember', 'You get this email because you are in the team {team}.', { team }),
  };
};
