import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { MessageContext, Template } from '../message.ts';

export const accessEnded: Template<'access-ended'> = (content, context) => {
  const { t, supportEmail } = context;
  const { firstName, identityProvider } = content;
  return {
    subject: t("What you added through your company's sign-in was removed"),
    preview: t('See what no longer opens your account.'),
    heading: t("What you added through your company's sign-in was removed"),
    firstName,
    paragraphs: [
      t(
        "Your company's sign-in ({identityProvider}) no longer opens your account. What you added through it was removed, too:",
        { identityProvider },
      ),
      { list: linesOf(content, context) },
      t('Your password still works, and so does everything you added after a login of your own.'),
    ],
    action: { label: t('Log in'), url: context.link(pages.login) },
    notes: [
      {
        text: t("If you don't have a password, set one by email."),
        link: { label: t('Set a password'), url: context.link(pages.forgotPassword) },
      },
      t('If you think this is a mistake, write to {supportEmail}.', { supportEmail }),
    ],
    why: t('You get this email because it is about the safety of your account.'),
  };
};

function linesOf(
  { passkeys, hasApp, recoveryCodes, connectedApps }: MailContents['access-ended'],
  { t }: MessageContext,
): string[] {
  return [
    ...passkeys.map((name) => t('The passkey “{name}”', { name: cleanName(name, t('Passkey')) })),
    ...(hasApp ? [t('Your authenticator app')] : []),
    ...(recoveryCodes > 0
      ? [t('{recoveryCodes, plural, one {# recovery code} other {# recovery codes}}', { recoveryCodes })]
      : []),
    ...connectedApps.map((name) => t('Access for {appName}', { appName: cleanName(name, t('An app')) })),
  ];
}
