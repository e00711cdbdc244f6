import { pages } from '@foyer/contracts/pages';
import { dayInWords } from '../in-words.ts';
import type { Template } from '../message.ts';

export const certificateEnding: Template<'certificate-ending'> = (content, context) => {
  const { t, language, productName, supportEmail } = context;
  const day = dayInWords(content.endsOn, language);
  return {
    subject: t('mails.certificateEnding.subject', 'A company sign-in certificate expires on {day}', {
      day,
    }),
    preview: t('mails.certificateEnding.preview', 'Replace it in time so that everyone can keep signing in.'),
    heading: t('mails.certificateEnding.heading', 'A company sign-in certificate expires soon'),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.certificateEnding.intro',
        'A sign-in certificate for {identityProvider} expires on {day}. Unless a newer one is already in place, replace it before then so that everyone can keep signing in to {productName}.',
        { identityProvider: content.identityProvider, day, productName },
      ),
      t(
        'mails.certificateEnding.howToReplace',
        'Ask the administrator of {identityProvider} for a new certificate and send its metadata to {supportEmail}. We can accept both certificates at the same time, so no one is locked out during the change.',
        { identityProvider: content.identityProvider, supportEmail },
      ),
    ],
    action: {
      label: t('mails.certificateEnding.seeSignIn', 'See your single sign-on settings'),
      url: context.link(pages.settingsSso),
    },
    notes: [],
    why: t(
      'mails.certificateEnding.reason',
      'You’re receiving this email because your team uses company sign-in.',
    ),
  };
};
