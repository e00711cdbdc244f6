import { languageNamed } from '@foyer/catalog/languages';
import { calledName, type PersonName } from '@foyer/catalog/person-name';
import type { Transaction } from '@foyer/db/client';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import { mailRules, type Mail } from '@foyer/mail/mail-kinds';
import { findFormerAddresses } from './former-addresses.queries.ts';

/**
 * Completes mails before they are enqueued. A mail to a user is in the user's language and time zone. For other
 * recipients, the caller sets both (docs/languages.md). A user who is leaving gets only the kinds with `isForPendingDeletion`.
 * A security notice also goes to the addresses of `findFormerAddresses`.
 */
export class MailsToReaders extends MailQueue {
  override async enqueueMail(transaction: Transaction, mail: Mail): Promise<void> {
    const reader = await transaction.user.findUnique({
      where: { email: mail.to },
      select: {
        id: true,
        firstName: true,
        lastName: true,
        language: true,
        timeZone: true,
        deletionRequestedAt: true,
      },
    });
    if (reader?.deletionRequestedAt && !mailRules[mail.kind].isForPendingDeletion) return;
    const language = reader ? languageNamed(reader.language) : mail.language;
    const timeZone = reader ? (reader.timeZone ?? undefined) : mail.timeZone;
    const called = reader ? withGreeting(reader, mail) : mail;
    await super.enqueueMail(transaction, { ...called, language, timeZone });
    if (!reader || !mailRules[mail.kind].isSecurityNotice) return;
    for (const { email, undoUntil } of await findFormerAddresses(transaction, reader.id))
      await super.enqueueMail(transaction, { ...called, to: email, undoUntil, language, timeZone });
  }
}

function withGreeting(reader: PersonName, mail: Mail): Mail {
  const { content } = mail;
  if (!('firstName' in content) || content.firstName !== reader.firstName) return mail;
  return { ...mail, content: { ...content, firstName: calledName(reader) } } as Mail;
}
