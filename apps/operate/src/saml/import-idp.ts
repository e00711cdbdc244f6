/**
 * `npm run operate -- idp:import`: registers a company's identity provider from its metadata, changes the named
 * settings of one, or deletes one. Without MIGRATE_DATABASE_URL, DATABASE_URL and PUBLIC_URL, it uses the portal of
 * `npm start`.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isDomain, normalizeDomain, normalizeEmail } from '@foyer/contracts/email';
import { CommandError, exitWithError } from '@foyer/tools/command-error';
import { findPublicUrl } from '@foyer/tools/run/started-addresses';
import { withDatabase } from '../with-database.ts';
import { describeSigned } from './describe-signed.ts';
import type { Imported, NamedSettings } from './import-identity-provider.ts';
import { presets } from './presets.ts';
import { readIdpMetadata } from './read-metadata.ts';

const USAGE = `npm run operate -- idp:import [<metadata.xml, or - for standard input>]
  --name acme                     people sign in at /saml/acme
  --team owner@company.com        the address of the team's owner
  --domain company.com            a verified mail domain of the company; repeatable
  --preset ${Object.keys(presets).join('|')}
                                  the settings of this product; other options win
  --disable, --enable             while disabled, only the owner's test login works
  --delete                        deletes it, with all access that depends on it; needs only --name
  --yes                           confirms --disable, --delete, another entity id or --relink-until,
                                  which otherwise only print what ends or whom it concerns
  --signed both|assertion|response
                                  what the identity provider signs                (both)
  --encrypted, --not-encrypted
                                  whether it encrypts assertions with our key: AES-GCM, RSA-OAEP   (not)
  --name-id-format unspecified|persistent|emailAddress
                                  the NameID format to request                    (unspecified)
  --email-attribute NAME          the attribute of the email address              (email)
  --first-name-attribute NAME                                     the first name  (firstName)
  --last-name-attribute NAME                                      the last name   (lastName)
  --allow-idp-initiated, --forbid-idp-initiated
                                  whether sign-ins may start at the identity provider; less secure
  --relink-until 2026-12-31       a planned move to another vendor: until the end of that day (UTC), members with a
                                  link to the company are linked again by their address, once each.
                                  Prints the members; --yes starts the move
  --help                          prints this

A new identity provider needs its metadata, --name, --team and --domain. An existing one needs only --name and keeps all
other settings. The metadata's certificates and the domains replace the existing ones. Prints each change.`;

const DAY_MS = 86_400_000;
/**
 * The maximum length of a planned move. During a move, a matching email address is enough to link an identity, so it
 * must not last long.
 */
const MAX_RELINK_DAYS = 90;

const SIGNED: Record<string, Pick<NamedSettings, 'isResponseSigned' | 'isAssertionSigned'>> = {
  both: { isResponseSigned: true, isAssertionSigned: true },
  assertion: { isResponseSigned: false, isAssertionSigned: true },
  response: { isResponseSigned: true, isAssertionSigned: false },
};
const NAME_ID_FORMATS = { unspecified: {}, persistent: {}, emailAddress: {} };

try {
  const { values, positionals } = parse();
  const lines = values.help ? [USAGE] : await run(positionals, values);
  console.log(lines.join('\n'));
} catch (error) {
  exitWithError(error);
}

async function run(positionals: string[], values: Values): Promise<string[]> {
  const { name, yes: isConfirmed = false } = values;
  if (positionals.length > 1 || !name) throw new CommandError(USAGE);
  if (values.delete) {
    await withDatabase(async ({ prisma }) => {
      const { deleteIdentityProvider } = await import('./import-identity-provider.ts');
      await deleteIdentityProvider(prisma, name, isConfirmed);
    });
    return [`The identity provider "${name}" was deleted.`];
  }
  const named = readNamed(values);
  const [file] = positionals;
  const metadata = file === undefined ? undefined : readIdpMetadata(readText(file));
  const { relinked, imported } = await withDatabase(async ({ prisma }) => {
    const { importIdentityProvider } = await import('./import-identity-provider.ts');
    const { listRelinked } = await import('./relink-list.ts');
    // The list is read before the import, because an import with a new issuer deletes the identities.
    const list = named.relinkUntil ? await listRelinked(prisma, name, named.ownerEmail) : [];
    if (named.relinkUntil && !isConfirmed) return { relinked: list };
    const settings = { ...named, ...(metadata ? { metadata } : {}) };
    return { relinked: list, imported: await importIdentityProvider(prisma, name, settings, isConfirmed) };
  });
  if (!imported) return [...relinked, '', 'Nothing was changed. To start the move, add --yes.'];
  return [
    ...relinked,
    ...describeOutcome(name, imported),
    ...(metadata?.remarks ?? []),
    '',
    ...describeUs(name, imported),
  ];
}

type Values = ReturnType<typeof parse>['values'];

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        help: { type: 'boolean', short: 'h' },
        name: { type: 'string' },
        team: { type: 'string' },
        domain: { type: 'string', multiple: true },
        preset: { type: 'string' },
        disable: { type: 'boolean' },
        disabled: { type: 'boolean' },
        enable: { type: 'boolean' },
        delete: { type: 'boolean' },
        yes: { type: 'boolean' },
        signed: { type: 'string' },
        encrypted: { type: 'boolean' },
        'not-encrypted': { type: 'boolean' },
        'name-id-format': { type: 'string' },
        'email-attribute': { type: 'string' },
        'first-name-attribute': { type: 'string' },
        'last-name-attribute': { type: 'string' },
        'allow-idp-initiated': { type: 'boolean' },
        'forbid-idp-initiated': { type: 'boolean' },
        'relink-until': { type: 'string' },
      },
    });
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n\n${USAGE}`);
  }
}

function readNamed(values: Values): NamedSettings {
  const isEnabled = readSwitch(values.enable, values.disable ?? values.disabled);
  const isAssertionEncrypted = readSwitch(values.encrypted, values['not-encrypted']);
  const isIdpInitiatedAllowed = readSwitch(values['allow-idp-initiated'], values['forbid-idp-initiated']);
  const { product: _product, ...preset } = readChoice('preset', values.preset, presets) ?? {};
  return {
    ...preset,
    ...readChoice('signed', values.signed, SIGNED),
    ...(readChoice('name-id-format', values['name-id-format'], NAME_ID_FORMATS) && {
      nameIdFormat: values['name-id-format'],
    }),
    ...(isEnabled === undefined ? {} : { isEnabled }),
    ...(isAssertionEncrypted === undefined ? {} : { isAssertionEncrypted }),
    ...(isIdpInitiatedAllowed === undefined ? {} : { isIdpInitiatedAllowed }),
    ...(values.team === undefined ? {} : { ownerEmail: normalizeEmail(values.team) }),
    ...(values.domain === undefined ? {} : { domains: readDomains(values.domain) }),
    ...(values['relink-until'] === undefined ? {} : { relinkUntil: readDay(values['relink-until']) }),
    ...readAttribute('emailAttribute', values['email-attribute']),
    ...readAttribute('firstNameAttribute', values['first-name-attribute']),
    ...readAttribute('lastNameAttribute', values['last-name-attribute']),
  };
}

function readSwitch(on: boolean | undefined, off: boolean | undefined): boolean | undefined {
  if (on && off) throw new CommandError(USAGE);
  return on || off ? on === true : undefined;
}

function readChoice<T>(option: string, word: string | undefined, choices: Record<string, T>): T | undefined {
  if (word === undefined) return undefined;
  const choice = Object.hasOwn(choices, word) ? choices[word] : undefined;
  if (choice === undefined)
    throw new CommandError(`--${option} must be one of ${Object.keys(choices).join(', ')}, not "${word}".`);
  return choice;
}

function readAttribute(setting: keyof NamedSettings, name: string | undefined): NamedSettings {
  if (name?.trim() === '') throw new CommandError('The name of an attribute cannot be empty.');
  return name === undefined ? {} : { [setting]: name };
}

function readDomains(domains: string[]): string[] {
  for (const domain of domains)
    if (!isDomain(normalizeDomain(domain))) throw new CommandError(`"${domain}" is not a mail domain.`);
  return [...new Set(domains.map(normalizeDomain))];
}

function readDay(day: string): Date {
  const end = new Date(`${day}T23:59:59.999Z`);
  const days = (end.getTime() - Date.now()) / DAY_MS;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || !(days > 0 && days <= MAX_RELINK_DAYS))
    throw new CommandError(`--relink-until must be in the next ${MAX_RELINK_DAYS} days, such as 2026-12-31.`);
  return end;
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch {
    throw new CommandError(`${file} cannot be read.`);
  }
}

function describeOutcome(name: string, { outcome, changes, settings }: Imported): string[] {
  const state = settings.isEnabled ? '' : ' and is disabled';
  if (outcome === 'unchanged')
    return [`Nothing was changed: the identity provider "${name}" already has these settings${state}.`];
  return [
    `The identity provider "${name}" was ${outcome}${state}.`,
    ...changes.flatMap(({ field, before, after }) => [
      `  ${field}`,
      `    before  ${before || 'nothing'}`,
      `    now     ${after || 'nothing'}`,
    ]),
  ];
}

function describeUs(name: string, { settings }: Imported): string[] {
  const base = new URL(`/saml/${name}/`, findPublicUrl()).href;
  return [
    'What the administrator enters at the identity provider:',
    `  Entity id (audience)            ${base}metadata`,
    `  ACS URL (reply URL)             ${base}acs`,
    `  Metadata with all of this       ${base}metadata`,
    `  Sign                            ${describeSigned(settings)}, RSA or ECDSA with SHA-256 or better; RSA keys of 3072 bits`,
    `  Encrypt                         ${settings.isAssertionEncrypted ? 'the assertion, with the certificate from our metadata: AES-GCM and RSA-OAEP' : 'nothing; the connection is encrypted'}`,
    '  Name ID                         persistent, or another value that never belongs to a second person',
    `  Attributes                      ${settings.emailAttribute}, ${settings.firstNameAttribute}, ${settings.lastNameAttribute}`,
    '',
    `People sign in at ${base.slice(0, -1)}. The owner can run a test login under Settings, Single sign-on.`,
  ];
}
