import { oauthScopes } from '@foyer/contracts/connected-apps/oauth';
import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Template } from '../message.ts';

const words: ReadonlyMap<string, string> = new Map(Object.entries(oauthScopes));

export const appGranted: Template<'app-granted'> = (content, context) => {
  const { t, productName, supportEmail } = context;
  const appName = cleanName(content.appName);
  const abilities = content.scopes.map((scope) => context.inWords(words.get(scope) ?? scope));
  return {
    subject: t('mails.appGranted.subject', 'You connected {appName} to {productName}', {
      appName,
      productName,
    }),
    preview: t('mails.appGranted.preview', '{appName} now has access to your account.', { appName }),
    heading: t('mails.appGranted.heading', 'You connected {appName}', { appName }),
    firstName: content.firstName,
    paragraphs: [
      t('mails.appGranted.intro', 'You gave {appName} access to your account. It can:', { appName }),
      { list: abilities },
    ],
    action: {
      label: t('mails.appGranted.seeApps', 'See your connected apps'),
      url: context.link(pages.settingsApps),
    },
    notes: [
      t(
        'mails.appGranted.notYou',
        'If this wasn’t you, disconnect the app. Then change your password and contact {supportEmail}.',
        { supportEmail },
      ),
    ],
    why: t(
      'mails.appGranted.reason',
      'You’re receiving this email because an app was connected to your account.',
    ),
  };
};
