import { pages } from '@foyer/contracts/pages';
import { dayInWords } from '../in-words.ts';
import type { MessageContext, Template } from '../message.ts';

export const factorRequired: Template<'factor-required'> = (
  { firstName, by, hasOne, hasCompany = false },
  context,
) => {
  const { t, language, link, productName } = context;
  const day = dayInWords(by, language);
  return {
    subject: t('mails.factorRule.onSubject', 'Your team requires two-step verification by {day}', { day }),
    preview: hasOne
      ? t('mails.factorRule.onPreviewReady', 'You’ve already set it up.')
      : hasCompany
        ? t('mails.factorRule.onPreviewCompany', 'Check whether you need to set it up.')
        : t('mails.factorRule.onPreview', 'Set it up before the end of that day.'),
    heading: t('mails.factorRule.onHeading', 'Your team requires two-step verification'),
    firstName,
    paragraphs: [
      hasCompany
        ? t(
            'mails.factorRule.onIntroCompany',
            'After {day}, you’ll need two-step verification to log in to {productName}: a passkey, a code from an authenticator app, or your company’s sign-in if it includes two-step verification.',
            { productName, day },
          )
        : t(
            'mails.factorRule.onIntro',
            'After {day}, you’ll need two-step verification to log in to {productName}: a passkey, or your password and a code from an authenticator app.',
            { productName, day },
          ),
      standing({ hasOne, hasCompany }, context),
    ],
    action: {
      label: t('mails.seeSecuritySettings', 'See your security settings'),
      url: link(pages.settingsSecurity),
    },
    notes: [t('mails.factorRule.neverAsked', 'We never ask for your password or a code by email.')],
    why: t('mails.reasonTeamMember', 'You’re receiving this email because you’re a member of the team.'),
  };
};

function standing(
  { hasOne, hasCompany }: { hasOne: boolean; hasCompany: boolean },
  { t }: MessageContext,
): string {
  if (hasOne) return t('mails.factorRule.onReady', 'You’ve already set it up, so there’s nothing to do.');
  return hasCompany
    ? t(
        'mails.factorRule.onMissingCompany',
        'You haven’t set it up here yet. Unless your company’s sign-in includes it, you’ll have to set it up after that day before you can do anything else.',
      )
    : t(
        'mails.factorRule.onMissing',
        'You haven’t set it up yet. After that day, you’ll have to set it up before you can do anything else.',
      );
}

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
