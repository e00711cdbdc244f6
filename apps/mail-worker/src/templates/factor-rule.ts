import { pages } from '@foyer/contracts/pages';
import { dayInWords } from '../in-words.ts';
import type { Template } from '../message.ts';

export const factorRequired: Template<'factor-required'> = ({ firstName, by, hasOne }, context) => {
  const { t, language, link, productName } = context;
  const day = dayInWords(by, language);
  return {
    subject: t('mails.factorRule.onSubject', 'Your team requires two-step verification by {day}', { day }),
    preview: hasOne
      ? t('mails.factorRule.onPreviewReady', 'You’ve already set it up.')
      : t('mails.factorRule.onPreview', 'Set it up before the end of that day.'),
    heading: t('mails.factorRule.onHeading', 'Your team requires two-step verification'),
    firstName,
    paragraphs: [
      t(
        'mails.factorRule.onIntro',
        'After {day}, you’ll need two-step verification to log in to {productName}: a passkey, or your password and a code from an authenticator app.',
        { productName, day },
      ),
      hasOne
        ? t('mails.factorRule.onReady', 'You’ve already set it up, so there’s nothing to do.')
        : t(
            'mails.factorRule.onMissing',
            'You haven’t set it up yet. After that day, you’ll have to set it up before you can do anything else.',
          ),
    ],
    action: {
      label: t('mails.seeSecuritySettings', 'See your security settings'),
      url: link(pages.settingsSecurity),
    },
    notes: [t('mails.factorRule.neverAsked', 'We never ask for your password or a code by email.')],
    why: t('mails.reasonTeamMember', 'You’re receiving this email because you’re a member of the team.'),
  };
};

export const factorWaived: Template<'factor-waived'> = ({ firstName }, context) => {
  const { t, link, supportEmail } = context;
  return {
    subject: t('mails.factorRule.offSubject', 'Your team no longer requires two-step verification'),
    preview: t('mails.factorRule.offPreview', 'If you’ve set it up, it stays on.'),
    heading: t('mails.factorRule.offSubject', 'Your team no longer requires two-step verification'),
    firstName,
    paragraphs: [
      t(
        'mails.factorRule.offIntro',
        'The owner of your team no longer requires everyone to use two-step verification.',
      ),
      t('mails.factorRule.offStays', 'If you’ve set it up, it stays on and keeps protecting your account.'),
    ],
    action: {
      label: t('mails.seeSecuritySettings', 'See your security settings'),
      url: link(pages.settingsSecurity),
    },
    notes: [
      t(
        'mails.factorRule.notYou',
        'If you own the team and didn’t change this, contact {supportEmail} right away.',
        { supportEmail },
      ),
    ],
    why: t('mails.reasonTeamMember', 'You’re receiving this email because you’re a member of the team.'),
  };
};
