import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { withClient } from './with-client.ts';

const MORE = [
  'fastmail.com',
  'fastmail.fm',
  'tutanota.com',
  'tutanota.de',
  'tutamail.com',
  'tuta.com',
  'tuta.io',
  'pm.me',
  'protonmail.ch',
  'posteo.de',
  'posteo.net',
  'mailbox.org',
];

const LIST = createRequire(import.meta.url).resolve('email-providers/all.json');

/**
 * Writes the domains of public mail providers into the database, which rejects them as domains of a company
 * (`tidy_domain`). `migrateDatabase` always calls it, because the list changes with its package.
 */
export async function writePublicMailDomains(databaseUrl: string): Promise<void> {
  const domains = [...(JSON.parse(readFileSync(LIST, 'utf8')) as string[]), ...MORE];
  await withClient(databaseUrl, async (client) => {
    await client.query('DELETE FROM public_mail_domains WHERE domain <> ALL ($1)', [domains]);
    await client.query('INSERT INTO public_mail_domains SELECT unnest($1::text[]) ON CONFLICT DO NOTHING', [
      domains,
    ]);
  });
}
