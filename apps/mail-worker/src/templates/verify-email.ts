import { linkLifeHours } from '@foyer/contracts/identity/password';
import { pages } from '@foyer/contracts/pages';
import { invitedWords } from './invited-words.ts';
import type { Template } from '../message.ts';

export const verifyEmail: Template<'verify-email'> = (content, context) => {
  const { t, productName } = context;
  const invited = content.invitedTo && invitedWords(context, content.invitedTo);
  return {
    subject: invited
      ? t('mails.verifyEmail.joinSubject', 'Verify your email to join {name}', { name: invited.name })
      : t('mails.verifyEmail.subject', 'Verify your email for {productName}', { productName }),
    preview: t('mails.verifyEmail.preview', 'One step left: choose a password.'),
    heading: t('common.verifyEmail', 'Verify your email'),
    firstName: content.firstName,
    paragraphs: invited
      ? [
          invited.sentence,
          t(
            'mails.verifyEmail.choosePasswordToAccept',
            'Choose a password to verify your email address, create your account and accept.',
          ),
        ]
      : [
          t(
            'mails.verifyEmail.explanation',
            'Thanks for signing up. Choose a password to verify your email address and create your account.',
          ),
        ],
    action: {
      label: t('mails.verifyEmail.verify', 'Verify and choose a password'),
      url: context.link(pages.resetPassword, { resetToken: content.resetToken, plan: content.plan }),
    },
    notes: [
      t('mails.linkLifetime', 'This link works once, within {hours, plural, one {# hour} other {# hours}}.', {
        hours: linkLifeHours.create_password,
      }),
      t(
        'mails.verifyEmail.ifNotYou',
        'If you didn’t sign up, ignore this email. No account is created unless you choose a password.',
      ),
    ],
    why: t(
      'mails.verifyEmail.whyYouGetThis',
      'You’re receiving this email because someone signed up for {productName} with this email address.',
      {
        productName,
      },
    ),
  };
};
