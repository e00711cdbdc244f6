import { pages } from '@foyer/contracts/pages';
import { dayInWords } from '../in-words.ts';
import type { Template } from '../message.ts';

export const certificateEnding: Template<'certificate-ending'> = (content, context) => {
  const { t, language, productName, supportEmail } = context;
  const day = dayInWords(content.endsOn, language);
  return {
    subject: t('mails.certificateEnding.subject', 'A certificate of your company sign-in ends on {day}', {
      day,
    }),
    preview: t(
      'mails.certificateEnding.preview',
      'Exchange it in time, so that your people can go on signing in.',
    ),
    heading: t('mails.certificateEnding.heading', 'A certificate of your company sign-in is ending'),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.certificateEnding.intro',
        'A certificate of {identityProvider} ends on {day}. Exchange it before that day, so that your people can go on signing in to {productName}.',
        { identityProvider: content.identityProvider, day, productName },
      ),
      t(
        'mails.certificateEnding.howToReplace',
        'Ask whoever looks after {identityProvider} for a new certificate, and send its metadata to {supportEmail}. Both certificates can be known to us at once, so nobody is kept out meanwhile.',
        { identityProvider: content.identityProvider, supportEmail },
      ),
    ],
    action: {
      label: t('mails.certificateEnding.seeSignIn', 'See your company sign-in'),
      url: context.link(pages.settingsSso),
    },
    notes: [],
    why: t(
      'mails.certificateEnding.reason',
      'You get this email because your team signs in through your company.',
    ),
  };
};
