import { DELETION_PERIOD_DAYS } from '@foyer/contracts/account/own-data';
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
    preview: t('mails.accountLeaving.preview', 'To keep it, log in before then.'),
    heading: t('common.accountWillBeDeleted', 'Your account will be deleted'),
    firstName: content.firstName,
    paragraphs: [
      t(
        'mails.accountLeaving.whatEndedNow',
        'You asked us to delete your account. We’ve logged you out everywhere and disconnected your apps. If you had a plan of your own, it has ended.',
      ),
      t(
        'mails.accountLeaving.howToKeep',
        'On {day}, we’ll delete the account with everything in it. To keep it, log in within {days, plural, one {# day} other {# days}} and choose “Keep my account”.',
        { day, days: DELETION_PERIOD_DAYS },
      ),
    ],
    action: { label: t('common.keepAccount', 'Keep my account'), url: context.link(pages.login) },
    notes: [
      t(
        'mails.accountLeaving.notYou',
        'If this wasn’t you, log in, keep your account and change your password. If you can’t log in, contact {supportEmail}.',
        { supportEmail },
      ),
    ],
    why: t(
      'mails.accountLeaving.reason',
      'You’re receiving this email because the deletion of your account was requested.',
    ),
  };
};
