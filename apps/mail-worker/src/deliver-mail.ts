import { openMail } from '@foyer/mail/seal-content';
import type { MailJob } from '@foyer/mail/mail-kinds';
import type { WorkerEnv } from './env.ts';
import type { LetterContext } from './letter.ts';
import { renderHtml, renderText } from './render-letter.ts';
import type { MailServer } from './mail-server.ts';
import { writeLetter } from './templates/write-letter.ts';

/** The brand and the links of every letter, from the environment. */
export function letterContextFrom(env: WorkerEnv): LetterContext {
  return {
    productName: env.PRODUCT_NAME,
    supportEmail: env.SUPPORT_EMAIL,
    link: (path, query = {}) => {
      const address = new URL(path, env.PUBLIC_URL);
      for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
      return address.href;
    },
  };
}

/**
 * Opens a job, writes its letter and hands it to the mail server. The Message-ID comes from the job's id: a mail that
 * is sent twice after a crash is one message to whoever receives it.
 */
export async function deliverMail(
  jobId: string,
  job: MailJob,
  env: WorkerEnv,
  server: MailServer,
  signal: AbortSignal,
): Promise<void> {
  const context = letterContextFrom(env);
  const letter = writeLetter(openMail(job, env.MAIL_SECRET), context);
  const mail = {
    messageId: `<${jobId}@${env.PUBLIC_URL.hostname}>`,
    from: env.MAIL_FROM,
    to: { name: '', address: job.to },
    subject: letter.subject,
    text: renderText(letter, context),
    html: renderHtml(letter, context),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  };
  await server.send(mail, signal);
}
