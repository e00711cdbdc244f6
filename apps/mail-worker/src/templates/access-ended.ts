import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { MessageContext, Template } from '../message.ts';

export const accessEnded: Template<'access-ended'> = (content, context) => {
  const { t, supportEmail } = context;
  const { firstName, identityProvider } = content;
  return {
    subject: t('mails.accessEnded.subject', 'We removed what you added with your company sign-in'),
    preview: t('mails.accessEnded.preview', 'See what we removed from your account.'),
    heading: t('mails.accessEnded.subject', 'We removed what you added with your company sign-in'),
    firstName,
    paragraphs: [
      t(
        'mails.accessEnded.intro',
        'Your company’s sign-in ({identityProvider}) no longer opens your account. We also removed what you added while logged in with your company:',
        { identityProvider },
      ),
      { list: linesOf(content, context) },
      t(
        'mails.accessEnded.whatStillWorks',
        'If you have a password, it still works, and so does everything you added while logged in without your company.',
      ),
    ],
    action: { label: t('common.logIn', 'Log in'), url: context.link(pages.login) },
    notes: [
      {
        text: t('mails.noPassword', 'If you don’t have a password, request a link to set one.'),
        link: { label: t('mails.setPassword', 'Set a password'), url: context.link(pages.forgotPassword) },
      },
      t('mails.accessEnded.mistake', 'If you think this is a mistake, email {supportEmail}.', {
        supportEmail,
      }),
    ],
    why: t(
      'mails.reasonAccountSafety',
      'You’re receiving this email because it’s about the security of your account.',
    ),
  };
};

function linesOf(
  { passkeys, hasApp, recoveryCodes, connectedApps }: MailContents['access-ended'],
  { t }: MessageContext,
): string[] {
  return [
    ...passkeys.map((name) =>
      t('mails.accessEnded.passkey', 'The passkey “{name}”', {
        name: cleanName(name),
      }),
    ),
    ...(hasApp ? [t('mails.accessEnded.authenticatorApp', 'Your authenticator app')] : []),
    ...(recoveryCodes > 0
      ? [
          t(
            'mails.accessEnded.recoveryCodes',
            '{recoveryCodes, plural, one {# recovery code} other {# recovery codes}}',
            { recoveryCodes },
          ),
        ]
      : []),
    ...connectedApps.map((name) =>
      t('mails.accessEnded.appAccess', 'Access for {appName}', {
        appName: cleanName(name),
      }),
    ),
  ];
}
