import { languageNamed } from '@foyer/catalog/languages';
import type { Transaction } from '@foyer/db/client';
import { typedSql } from '@foyer/db/typed-sql';
import { MailQueue } from '@foyer/mail/enqueue-mail';
import type { Mail } from '@foyer/mail/mail-kinds';

/**
 * The queue of the API's mails, which all go through here: to a known user in their language, to anybody else in the
 * one that the mail names (docs/languages.md).
 */
export class MailsInLanguage extends MailQueue {
  override async enqueueMail(transaction: Transaction, mail: Mail): Promise<void> {
    const reader = await typedSql(transaction)
      .selectFrom('users')
      .select('language')
      .where('email', '=', mail.to)
      .executeTakeFirst();
    const language = reader ? languageNamed(reader.language) : mail.language;
    await super.enqueueMail(transaction, { ...mail, language });
  }
}
