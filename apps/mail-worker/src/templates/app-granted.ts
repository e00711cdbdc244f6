import type { MailContents } from '@foyer/mail/mail-kinds';
import { oauthScopes } from '@foyer/contracts/oauth';
import { pages } from '@foyer/contracts/pages';
import { cleanName } from '../clean-name.ts';
import type { Message, MessageContext } from '../message.ts';

const words: ReadonlyMap<string, string> = new Map(Object.entries(oauthScopes));

export function appGranted(content: MailContents['app-granted'], context: MessageContext): Message {
  const appName = cleanName(content.appName, 'An app');
  const abilities = content.scopes.map((scope) => words.get(scope) ?? scope);
  return {
    subject: `You connected ${appName} to ${context.productName}`,
    preview: `${appName} can now use your account.`,
    heading: `You connected ${appName}`,
    firstName: content.firstName,
    paragraphs: [`You let ${appName} use your account. It can: ${abilities.join('; ')}.`],
    action: { label: 'See your connected apps', url: context.link(pages.settingsApps) },
    notes: [
      `If it was not you, disconnect the app there, then change your password and write to ${context.supportEmail}.`,
    ],
    why: context.t('You get this email because you let an app use your account.'),
  };
}
