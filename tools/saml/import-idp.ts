/**
 * `npm run idp:import`: registers a company's identity provider by its metadata, or brings one up to date. It needs
 * DATABASE_URL and PUBLIC_URL as the API has them; without them it is the portal of `npm start` that is meant.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { isDomain, normalizeDomain, normalizeEmail } from '@foyer/contracts/email';
import { Fault, leaveWithFault } from '../fault.ts';
import { withDatabase } from '../portal/with-database.ts';
import { STANDARD_SETTINGS, type ImportSettings } from './import-identity-provider.ts';
import { readIdpMetadata, type IdpMetadata } from './read-metadata.ts';

const USAGE = `npm run idp:import -- <metadata.xml, or - to read it from the input>
  --name acme                     people sign in at /saml/acme
  --team owner@company.com        the address of the team's owner
  --domain company.com            a mail domain that is proved to be the company's; may be repeated
  --disabled                      nobody can sign in yet, but the owner can run a test login
  --email-attribute NAME          where the identity provider puts the address    (email)
  --first-name-attribute NAME                                     the first name  (firstName)
  --last-name-attribute NAME                                      the last name   (lastName)
  --assertion-signed-only         the identity provider cannot sign responses, only assertions
  --allow-idp-initiated           people may begin at the identity provider; weaker, so only if the company insists`;

try {
  const { file, settings } = readCommand();
  const metadata = readIdpMetadata(readText(file));
  const outcome = await store(metadata, settings);
  const base = new URL(`/saml/${settings.name}/`, process.env['PUBLIC_URL'] || 'http://localhost:3000').href;
  console.log(
    [
      `The identity provider "${settings.name}" was ${outcome}${settings.isEnabled ? '' : ', disabled'}.`,
      ...metadata.remarks,
      '',
      'What the administrator enters at the identity provider:',
      `  Entity id (audience)            ${base}metadata`,
      `  ACS URL (reply URL)             ${base}acs`,
      `  Metadata, which says it all     ${base}metadata`,
      '  Sign                            response and assertion, RSA-SHA256 or better; keys of 3072 bits',
      '  Name ID                         persistent',
      `  Attributes                      ${settings.emailAttribute}, ${settings.firstNameAttribute}, ${settings.lastNameAttribute}`,
      '',
      `People sign in at ${base.slice(0, -1)}. The owner can run a test login under Settings, SSO.`,
    ].join('\n'),
  );
} catch (error) {
  leaveWithFault(error);
}

function readCommand(): { file: string; settings: ImportSettings } {
  const { values, positionals } = parse();
  const [file, ...rest] = positionals;
  const { name, team, domain: domains = [] } = values;
  if (!file || rest.length > 0 || !name || !team || domains.length === 0) throw new Fault(USAGE);
  for (const domain of domains)
    if (!isDomain(normalizeDomain(domain))) throw new Fault(`"${domain}" is no mail domain.`);
  return {
    file,
    settings: {
      name,
      ownerEmail: normalizeEmail(team),
      domains: domains.map(normalizeDomain),
      isEnabled: !values.disabled,
      isResponseSigned: !values['assertion-signed-only'],
      isIdpInitiatedAllowed: values['allow-idp-initiated'] ?? STANDARD_SETTINGS.isIdpInitiatedAllowed,
      emailAttribute: values['email-attribute'] ?? STANDARD_SETTINGS.emailAttribute,
      firstNameAttribute: values['first-name-attribute'] ?? STANDARD_SETTINGS.firstNameAttribute,
      lastNameAttribute: values['last-name-attribute'] ?? STANDARD_SETTINGS.lastNameAttribute,
    },
  };
}

function parse() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        name: { type: 'string' },
        team: { type: 'string' },
        domain: { type: 'string', multiple: true },
        disabled: { type: 'boolean' },
        'email-attribute': { type: 'string' },
        'first-name-attribute': { type: 'string' },
        'last-name-attribute': { type: 'string' },
        'assertion-signed-only': { type: 'boolean' },
        'allow-idp-initiated': { type: 'boolean' },
      },
    });
  } catch (error) {
    throw new Fault(`${(error as Error).message}\n\n${USAGE}`);
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file === '-' ? 0 : file, 'utf8');
  } catch {
    throw new Fault(`${file} cannot be read.`);
  }
}

async function store(metadata: IdpMetadata, settings: ImportSettings): Promise<'created' | 'updated'> {
  return withDatabase(async ({ prisma }) => {
    const { importIdentityProvider } = await import('./import-identity-provider.ts');
    return importIdentityProvider(prisma, metadata, settings);
  });
}
