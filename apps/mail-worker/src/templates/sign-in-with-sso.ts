import { pages } from '@foyer/contracts/pages';
import { linkLifeHours } from '@foyer/contracts/identity/password';
import type { Template } from '../message.ts';

export const signInWithSso: Template<'sign-in-with-sso'> = (content, context) => {
  const { t, productName } = context;
  return {
    subject: t('How you log in to {productName}', { productName }),
    preview: t('You log in through your company.'),
    heading: t('You log in through your company'),
    firstName: content.firstName,
    paragraphs: [
      t('You asked to reset your password, but your account has none: your company signs you in.'),
    ],
    action: {
      label: t('Log in through your company'),
      url: context.link(`/saml/${encodeURIComponent(content.identityProvider)}`),
    },
    notes: [
      ...(content.resetToken === undefined
        ? []
        : [
            {
              text: t(
                'To log in without your company as well, set a password. The link works once, for {hours, plural, one {# hour} other {# hours}}, and logs you out everywhere.',
                { hours: linkLifeHours.reset_password },
              ),
              link: {
                label: t('Set a password'),
                url: context.link(pages.resetPassword, { resetToken: content.resetToken }),
              },
            },
          ]),
      t('If you did not ask, ignore this email.'),
    ],
    why: t('You get this email because somebody asked for a new password with this address.'),
  };
};
