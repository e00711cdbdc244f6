import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';

/** Providers of mail for everybody that the kept list lacks. */
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
const publicDomains = new Set([...(JSON.parse(readFileSync(LIST, 'utf8')) as string[]), ...MORE]);

/** Whether anybody can get an address there, at a provider of mail: then the domain proves no company. */
export function isPublicMailDomain(domain: string): boolean {
  return publicDomains.has(domain);
}
