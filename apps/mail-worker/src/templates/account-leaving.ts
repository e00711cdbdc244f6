import { LEAVING_DAYS } from '@foyer/contracts/account/own-data';
import { pages } from '@foyer/contracts/pages';
import { dayInWords } from '../in-words.ts';
import type { Template } from '../message.ts';

export const accountLeaving: Template<'account-leaving'> = (content, context) => {
  const { t, language, productName, supportEmail } = context;
  const day = dayInWords(content.erasedOn, language);
  return {
    subject: t('mails.accountLeaving.subject', 'Your {productName} account will be deleted on {day}', {
      productName,
      day,
    }),
    preview: t('mails.accountLeaving.preview', 'Log in before that day to keep it.'),
    heading: t('common.accountWillBeDeleted', 'Your account will be deleted'),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.accountLeaving.whatEndedNow',
        'You asked us to delete your account. You are logged out everywhere, apps have lost their access, and a plan of your own has ended.',
      ),
      t(
        'mails.accountLeaving.howToKeep',
        'On {day} we delete the account with everything in it. To keep it, log in within these {days} days and choose “Keep my account”.',
        { day, days: LEAVING_DAYS },
      ),
    ],
    action: { label: t('common.keepAccount', 'Keep my account'), url: context.link(pages.login) },
    notes: [
      t(
        'mails.accountLeaving.notYou',
        'If it was not you, log in, keep your account and change your password. If you cannot log in, write to {supportEmail}.',
        { supportEmail },
      ),
    ],
    why: t(
      'mails.accountLeaving.reason',
      'You get this email because the deletion of your account was asked for.',
    ),
  };
};
