/**
 * Stands in for everybody's mailbox: takes every mail over SMTP and shows it on a page and over a REST API
 * (`/api/email`). Environment: INBOX_PORT, SMTP_PORT, INBOX_FOLDER.
 */
import { MailDev } from 'maildev';

const inbox = new MailDev({
  web: Number(process.env['INBOX_PORT']),
  smtp: Number(process.env['SMTP_PORT']),
  // Nobody else on the network is to read the mails.
  webIp: '127.0.0.1',
  ip: '127.0.0.1',
  mailDirectory: process.env['INBOX_FOLDER'],
  silent: true,
});
await inbox.start();

process.once('SIGTERM', () => {
  void inbox.stop().then(() => process.exit(0));
});
