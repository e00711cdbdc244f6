import { languageNamed, SOURCE_LANGUAGE, type LanguageTag } from '@foyer/catalog/languages';
import { timeZoneNamed } from '@foyer/catalog/time-zones';
import { translatorOf } from '@foyer/catalog/words/translator';
import { openMail } from '@foyer/mail/seal-content';
import type { MailJob } from '@foyer/mail/mail-kinds';
import type { WorkerEnv } from './env.ts';
import type { MessageContext } from './message.ts';
import { MARK, MARK_ID, renderHtml, renderText } from './render-message.ts';
import type { MailServer } from './mail-server.ts';
import { writeMessage } from './templates/write-message.ts';

export function messageContextFrom(
  env: Pick<WorkerEnv, 'PRODUCT_NAME' | 'SUPPORT_EMAIL' | 'PUBLIC_URL'>,
  language: LanguageTag = SOURCE_LANGUAGE,
  timeZone = 'UTC',
): MessageContext {
  const { t, inWords } = translatorOf(language);
  return {
    language,
    timeZone,
    t,
    inWords,
    productName: env.PRODUCT_NAME,
    supportEmail: env.SUPPORT_EMAIL,
    link: (path, query = {}) => {
      const address = new URL(path, env.PUBLIC_URL);
      for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
      return address.href;
    },
  };
}

/** Each try has the same Message-ID, so that mail programs can recognize a second copy. */
export async function deliverMail(
  jobId: string,
  job: MailJob,
  env: WorkerEnv,
  server: MailServer,
  signal: AbortSignal,
): Promise<void> {
  const context = messageContextFrom(env, languageNamed(job.language), timeZoneNamed(job.timeZone));
  const message = writeMessage(openMail(job, env.MAIL_SECRET), context);
  const mail = {
    messageId: `<${jobId}@${env.PUBLIC_URL.hostname}>`,
    from: env.MAIL_FROM,
    to: { name: '', address: job.to },
    subject: message.subject,
    text: renderText(message, context),
    html: renderHtml(message, context),
    attachments: [
      { filename: 'mark.png', content: MARK, cid: MARK_ID, contentDisposition: 'inline' as const },
    ],
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  };
  await server.send(mail, signal);
}
