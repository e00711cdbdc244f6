import type { MailContents } from '@foyer/mail/mail-kinds';
import { pages } from '@foyer/contracts/pages';
import { dayInWords } from '../in-words.ts';
import type { Message, MessageContext } from '../message.ts';

export function accountInactive(content: MailContents['account-inactive'], context: MessageContext): Message {
  const { t, language, productName, supportEmail } = context;
  const day = dayInWords(content.erasedOn, language);
  return {
    subject: content.isLast
      ? t('Last reminder: your {productName} account will be deleted on {day}', { productName, day })
      : t('Your {productName} account will be deleted on {day}', { productName, day }),
    preview: t('Log in before that day to keep it.'),
    heading: t('Do you still use your account?'),
    firstName: content.firstName,
    paragraphs: [
      t('Nobody has logged in to your account for a long time, and we do not keep data that nobody needs.'),
      t(
        'To keep the account, log in before {day}. Nothing else is asked of you. On that day we delete the account with everything in it, and it cannot be brought back.',
        { day },
      ),
    ],
    action: { label: t('Log in'), url: context.link(pages.login) },
    notes: [t('If you cannot log in, write to {supportEmail} before that day.', { supportEmail })],
    why: t('You get this email because you have an account that has not been used for a long time.'),
  };
}
