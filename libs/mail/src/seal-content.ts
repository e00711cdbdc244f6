import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { Mail, MailJob, MailKind } from './mail-kinds.ts';

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

const keys = new Map<string, Buffer>();

function keyFrom(secret: string): Buffer {
  let key = keys.get(secret);
  if (!key) {
    key = Buffer.from(hkdfSync('sha256', secret, '', 'foyer mail content', 32));
    keys.set(secret, key);
  }
  return key;
}

/**
 * Encrypts what a mail says (AES-256-GCM, bound to kind and address), so that a copy of the database holds no usable
 * link while the job waits.
 */
export function sealMail(mail: Mail, secret: string): MailJob {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, keyFrom(secret), iv);
  cipher.setAAD(Buffer.from(`${mail.kind} ${mail.to}`));
  const text = Buffer.concat([cipher.update(JSON.stringify(mail.content), 'utf8'), cipher.final()]);
  return {
    kind: mail.kind,
    to: mail.to,
    sealed: Buffer.concat([iv, cipher.getAuthTag(), text]).toString('base64url'),
  };
}

/** The mail of a job. Throws when none of the secrets opens it; several allow a secret to be exchanged. */
export function openMail(job: MailJob, secrets: readonly string[]): Mail {
  const bytes = Buffer.from(job.sealed, 'base64url');
  for (const secret of secrets) {
    try {
      const decipher = createDecipheriv(CIPHER, keyFrom(secret), bytes.subarray(0, IV_BYTES));
      decipher.setAAD(Buffer.from(`${job.kind} ${job.to}`));
      decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const text = Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]);
      return { kind: job.kind, to: job.to, content: JSON.parse(text.toString('utf8')) } as Mail;
    } catch {
      // Sealed with another secret of the list, or not ours: the throw below tells.
    }
  }
  throw new Error(`No MAIL_SECRET opens this ${job.kind satisfies MailKind} mail`);
}
