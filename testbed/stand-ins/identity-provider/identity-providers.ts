import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hasCode } from '@foyer/tools/command-error';
import { makeKeyPair, type KeyPair } from '@foyer/tools/deploy/make-signing-key';

export interface Person {
  email: string;
  firstName: string;
  lastName: string;
  /** Whether the person is a new employee with the email address of a former one. */
  isSuccessor?: boolean;
}

export interface IdentityProvider {
  name: string;
  company: string;
  entityId: string;
  people: Person[];
  keys: KeyPair;
}

const COMPANIES: Omit<IdentityProvider, 'entityId' | 'keys'>[] = [
  {
    name: 'demo-idp',
    company: 'Harbour Hotel',
    people: [
      { email: 'owner@demo.test', firstName: 'Olive', lastName: 'Owner' },
      { email: 'member@demo.test', firstName: 'Milo', lastName: 'Member' },
      { email: 'nora@demo.test', firstName: 'Nora', lastName: 'Newcomer' },
    ],
  },
  {
    name: 'full-idp',
    company: 'Full House',
    people: [
      { email: 'owner@full.test', firstName: 'Fay', lastName: 'Full' },
      { email: 'late@full.test', firstName: 'Lee', lastName: 'Late' },
    ],
  },
];

/** Returns the identity providers with their keys. Creates keys that are missing in `keyFolder`. */
export function openIdentityProviders(keyFolder: string): Promise<IdentityProvider[]> {
  return Promise.all(
    COMPANIES.map(async (company) => ({
      ...company,
      entityId: `https://${company.name}.test/metadata`,
      keys: await readOrMakeKeys(join(keyFolder, `${company.name}.json`), company.company),
    })),
  );
}

/** Returns a person's persistent ID (SAML core 8.3.7). A successor with the same email address has another ID. */
export function nameIdOf({ name }: IdentityProvider, { email, isSuccessor }: Person): string {
  const person = `${name} ${email.toLowerCase()}${isSuccessor ? ' successor' : ''}`;
  return createHash('sha256').update(person).digest('hex').slice(0, 32);
}

async function readOrMakeKeys(file: string, commonName: string): Promise<KeyPair> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as KeyPair;
  } catch (error) {
    if (!hasCode(error, 'ENOENT') && !(error instanceof SyntaxError)) throw error;
  }
  const keys = await makeKeyPair(commonName);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(keys), { mode: 0o600 });
  return keys;
}
