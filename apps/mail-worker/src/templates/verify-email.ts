import { linkLifeHours } from '@foyer/contracts/identity/password';
import { pages } from '@foyer/contracts/pages';
import { invitedWords } from './invited-words.ts';
import type { Template } from '../message.ts';

export const verifyEmail: Template<'verify-email'> = (content, context) => {
  const { t, productName } = context;
  const invited = content.invitedTo && invitedWords(context, content.invitedTo);
  return {
    subject: invited
      ? t('Verify your email to join {name}', { name: invited.name })
      : t('Verify your email for {productName}', { productName }),
    preview: t('One step left: choose a password.'),
    heading: t('Verify your email'),
    firstName: content.firstName,
    paragraphs: [
      invited
        ? t('{sentence} Choose a password to verify your email, create your account and accept.', {
            sentence: invited.sentence,
          })
        : t('Thanks for signing up. Choose a password to verify your email and create your account.'),
    ],
    action: {
      label: t('Verify and choose a password'),
      url: context.link(pages.resetPassword, { resetToken: content.resetToken, plan: content.plan }),
    },
    notes: [
      t('This link works once, for {hours, plural, one {# hour} other {# hours}}.', {
        hours: linkLifeHours.create_password,
      }),
      t('If you did not sign up, ignore this email: nothing is created without your password.'),
    ],
    why: t('You get this email because somebody signed up for {productName} with this address.', {
      productName,
    }),
  };
};
