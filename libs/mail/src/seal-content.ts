import { mailUntil, type Mail, type MailJob, type MailKind } from './mail-kinds.ts';
import { open, seal } from './seal.ts';

const PURPOSE = 'foyer mail content';
const boundTo = ({ kind, to }: Pick<Mail, 'kind' | 'to'>): string => `${kind} ${to}`;

/** Encrypts a mail's content, bound to kind and address, so that a copy of the database contains no usable link. */
export function sealMail(mail: Mail, secret: string): MailJob {
  const sealed = seal(JSON.stringify(mail.content), PURPOSE, boundTo(mail), secret);
  const { kind, to, language, timeZone, undoUntil, until = mailUntil(kind) } = mail;
  return {
    kind,
    to,
    sealed,
    ...(language && { language }),
    ...(timeZone && { timeZone }),
    ...(until && { until: until.toISOString() }),
    ...(undoUntil && { undoUntil: undoUntil.toISOString() }),
  };
}

export function openMail(job: MailJob, secrets: readonly string[]): Mail {
  const text = open(job.sealed, PURPOSE, boundTo(job), secrets);
  if (text === undefined) throw new Error(`No MAIL_SECRET opens this ${job.kind satisfies MailKind} mail`);
  const { kind, to, undoUntil } = job;
  return {
    kind,
    to,
    ...(undoUntil && { undoUntil: new Date(undoUntil) }),
    content: JSON.parse(text),
  } as Mail;
}
