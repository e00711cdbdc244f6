/**
 * Stand-in for all mailboxes: receives every mail over SMTP and shows it on a page and through a REST API
 * (`/api/email`). Environment: INBOX_PORT, SMTP_PORT, INBOX_FOLDER, STAND_IN_HOST.
 */
import { MailDev } from 'maildev';
import { STAND_IN_HOST } from './host.ts';

const inbox = new MailDev({
  web: Number(process.env['INBOX_PORT']),
  smtp: Number(process.env['SMTP_PORT']),
  webIp: STAND_IN_HOST,
  ip: STAND_IN_HOST,
  mailDirectory: process.env['INBOX_FOLDER'],
  silent: true,
});
await inbox.start();

process.once('SIGTERM', () => {
  void inbox.stop().then(() => process.exit(0));
});
