import { pages } from '@foyer/contracts/pages';
import { linkLifeHours } from '@foyer/contracts/identity/password';
import type { Template } from '../message.ts';

export const signInWithSso: Template<'sign-in-with-sso'> = (content, context) => {
  const { t, productName } = context;
  const { resetToken } = content;
  const isSignUp = resetToken === undefined;
  return {
    subject: t('mails.signInWithSso.subject', 'How you log in to {productName}', { productName }),
    preview: t('mails.signInWithSso.preview', 'You sign in with your company.'),
    heading: t('mails.signInWithSso.title', 'You sign in with your company'),
    firstName: content.firstName,
    paragraphs: [
      isSignUp
        ? t(
            'mails.alreadyRegistered.intro',
            'Someone, maybe you, tried to sign up with this email address. It already has an account, so nothing has changed.',
          )
        : t(
            'mails.signInWithSso.noPasswordToReset',
            'We got a request to reset your password, but your account doesn’t have one. You sign in with your company instead.',
          ),
    ],
    action: {
      label: t('mails.signInWithSso.login', 'Sign in with your company'),
      url: context.link(`/saml/${encodeURIComponent(content.identityProvider)}`),
    },
    notes: [
      ...(resetToken === undefined
        ? []
        : [
            {
              text: t(
                'mails.signInWithSso.setPassword',
                'If you also want to log in with a password, set one. The link works once, for {hours, plural, one {# hour} other {# hours}}. Setting a password logs you out everywhere.',
                { hours: linkLifeHours.reset_password },
              ),
              link: {
                label: t('mails.setPassword', 'Set a password'),
                url: context.link(pages.resetPassword, { resetToken }),
              },
            },
          ]),
      t('mails.ignoreUnlessAsked', 'If you didn’t ask for this, ignore this email.'),
    ],
    why: isSignUp
      ? t(
          'mails.alreadyRegistered.reason',
          'You’re receiving this email because someone tried to sign up with this email address.',
        )
      : t(
          'mails.reasonPasswordRequested',
          'You’re receiving this email because someone asked for a new password for this address.',
        ),
  };
};
