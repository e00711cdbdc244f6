import { languageNamed } from '@foyer/catalog/languages';
import { calledName, type PersonName } from '@foyer/catalog/person-name';
import type { Transaction } from '@foyer/db/client';
import { typedSql } from '@foyer/db/typed-sql';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { Mail, MailKind } from '@foyer/mail/mail-kinds';

/**
 * What an account that is about to be deleted is not mailed: invitations, and news of teams, plans and apps. What is about
 * the deletion, and about the security of the account meanwhile, is.
 */
const notWhileLeaving: ReadonlySet<MailKind> = new Set<MailKind>([
  ...(['team-invitation', 'event-invitation', 'invitations', 'accept-invitation'] as const),
  ...(['owner-offered', 'removed', 'switched-team', 'members-changed', 'identities-pending'] as const),
  ...(['seats-requested', 'certificate-ending', 'app-granted', 'welcome'] as const),
  ...(['subscription-started', 'subscription-ended', 'plan-cancelled', 'plan-resumed'] as const),
  ...(['payment-failed', 'payment-confirmation', 'payment-not-made', 'card-expiring'] as const),
  ...(['factor-required', 'factor-waived'] as const),
  ...(['grace-ending', 'grace-over', 'renewal-receipt', 'data-ready'] as const),
]);

/**
 * The queue of the API's mails, which all go through here: to a known user in their language and time zone, to anybody else in
 * those that the mail names (docs/languages.md). It calls a user as the letters of their name have it.
 */
export class MailsInLanguage extends MailQueue {
  override async enqueueMail(transaction: Transaction, mail: Mail): Promise<void> {
    const reader = await typedSql(transaction)
      .selectFrom('users')
      .select(['firstName', 'lastName', 'language', 'timeZone', 'leavingAt'])
      .where('email', '=', mail.to)
      .executeTakeFirst();
    if (reader?.leavingAt && notWhileLeaving.has(mail.kind)) return;
    const language = reader ? languageNamed(reader.language) : mail.language;
    const timeZone = reader ? (reader.timeZone ?? undefined) : mail.timeZone;
    const called = reader ? calling(reader, mail) : mail;
    await super.enqueueMail(transaction, { ...called, language, timeZone });
  }
}

function calling(reader: PersonName, mail: Mail): Mail {
  const { content } = mail;
  if (!('firstName' in content) || content.firstName !== reader.firstName) return mail;
  return { ...mail, content: { ...content, firstName: calledName(reader) } } as Mail;
}
