import { mustEncryptMail, readExceptions } from '@foyer/mail/transport';
import { createTransport } from 'nodemailer';
import { notChecked, ok, toDo, type Finding, type Given } from './finding.ts';

const TIMEOUT_MS = 10_000;

export async function checkMail(given: Given, address: string | undefined): Promise<Finding[]> {
  const { SMTP_URL: url, MAIL_FROM: from } = given;
  if (url === undefined || (address !== undefined && from === undefined)) {
    const missing = url === undefined ? 'SMTP_URL' : 'MAIL_FROM';
    const sentence = `${missing} is not set.`;
    return [address === undefined ? notChecked('mail', sentence) : toDo('mail', `${sentence} Set it.`)];
  }
  const { host } = new URL(url);
  const { exceptions } = readExceptions(given['INSECURE_TRANSPORT'] ?? '');
  const transport = createTransport({
    url,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    requireTLS: mustEncryptMail(url, exceptions),
  } as Parameters<typeof createTransport>[0]);
  try {
    if (address === undefined) {
      await transport.verify();
      return [ok('mail', `the login at ${host} works. To send a test mail, add --mail ADDRESS.`)];
    }
    await transport.sendMail({
      from,
      to: { name: '', address },
      subject: `${given['PRODUCT_NAME'] ?? 'Foyer'} can send mail`,
      text: 'An operator sent this email to check that email arrives. You don’t need to do anything.',
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    return [ok('mail', `${host} accepted a mail to ${address}. Check that it arrives, and not as spam.`)];
  } catch (error) {
    return [toDo('mail', explain(error as Error & { code?: string }, host))];
  } finally {
    transport.close();
  }
}

export function explain({ code, message }: { code?: string; message: string }, host: string): string {
  switch (code) {
    case 'EDNS':
    case 'ECONNECTION':
    case 'ECONNREFUSED':
    case 'ESOCKET':
    case 'ETIMEDOUT':
      return `no mail server answers at ${host} (${message}). Check SMTP_URL, and whether a firewall blocks the connection.`;
    case 'EAUTH':
      return `${host} does not accept the user and the password of SMTP_URL (${message}).`;
    case 'ETLS':
      return `${host} offers no trusted TLS (${message}). See docs/install.md, "Encrypted connections".`;
    case 'EENVELOPE':
      return `${host} does not accept a mail from MAIL_FROM to this address (${message}).`;
    default:
      return `${host} does not accept the mail (${message}).`;
  }
}
