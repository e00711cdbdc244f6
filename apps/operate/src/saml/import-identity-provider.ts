import { X509Certificate } from 'node:crypto';
import type { PrismaClient, Transaction } from '@foyer/db/client';
import { sqlStateOf } from '@foyer/db/sql-state';
import { IDP_NAME } from '@foyer/contracts/company/saml';
import { CommandError } from '@foyer/tools/command-error';
import { describeSigned } from './describe-signed.ts';
import { recordIdpChange } from '../record.ts';
import { requireConfirmation } from './require-confirmation.ts';
import type { IdpMetadata } from './read-metadata.ts';

export interface IdpSettings {
  isEnabled: boolean;
  isResponseSigned: boolean;
  isAssertionSigned: boolean;
  isAssertionEncrypted: boolean;
  nameIdFormat: string;
  isIdpInitiatedAllowed: boolean;
  emailAttribute: string;
  firstNameAttribute: string;
  lastNameAttribute: string;
  /**
   * End of a planned move to another identity provider. Until then, an email address is enough to link most members.
   */
  relinkUntil: Date | null;
}

/** The operator has verified that the domains belong to the company. */
export interface NamedSettings extends Partial<IdpSettings> {
  metadata?: Pick<IdpMetadata, 'entityId' | 'singleSignOnUrl' | 'certificates'>;
  ownerEmail?: string;
  domains?: string[];
}

interface Change {
  field: string;
  before: string;
  after: string;
}

export interface Imported {
  outcome: 'created' | 'updated' | 'unchanged';
  changes: Change[];
  settings: IdpSettings;
}

/** The SQL error code of `require_one_issuer`: the domain belongs to another issuer. */
const DOMAIN_OF_ANOTHER_ISSUER = 'IDPD0';

const NEW_SETTINGS: IdpSettings = {
  isEnabled: true,
  isResponseSigned: true,
  isAssertionSigned: true,
  isAssertionEncrypted: false,
  nameIdFormat: 'unspecified',
  isIdpInitiatedAllowed: false,
  emailAttribute: 'email',
  firstNameAttribute: 'firstName',
  lastNameAttribute: 'lastName',
  relinkUntil: null,
};

type State = IdpSettings & {
  entityId: string;
  singleSignOnUrl: string;
  certificates: string[];
  domains: string[];
};

/**
 * Creates the identity provider with this name, or changes only the given settings of an existing one. Records each
 * creation and change in the security log. Throws a `CommandError` with the reason, for example when people would lose
 * access and `isConfirmed` is false.
 */
export async function importIdentityProvider(
  prisma: PrismaClient,
  name: string,
  named: NamedSettings,
  isConfirmed = false,
): Promise<Imported> {
  if (!IDP_NAME.test(name))
    throw new CommandError(`"${name}" is not a valid name. Use lowercase letters, digits and hyphens.`);
  try {
    return await prisma.$transaction((transaction) => importIn(transaction, name, named, isConfirmed));
  } catch (error) {
    if (sqlStateOf(error)?.code === DOMAIN_OF_ANOTHER_ISSUER)
      throw new CommandError('Another identity provider has just got one of the domains. Try again.');
    throw error;
  }
}

/**
 * Deletes an identity provider. Throws a `CommandError` for an unknown name, and if people would lose access and
 * `isConfirmed` is false. First ends the access by switching the provider off in a separate transaction. A deletion that
 * also ended the access would lock the whole row, and fail if a user adds a passkey at that moment.
 */
export async function deleteIdentityProvider(
  prisma: PrismaClient,
  name: string,
  isConfirmed: boolean,
): Promise<void> {
  const idp = await prisma.identityProvider.findUnique({ where: { name }, select: { id: true, name: true } });
  if (!idp) throw new CommandError(`No identity provider is called "${name}".`);
  await requireConfirmation(prisma, idp, 'delete', isConfirmed);
  await importIdentityProvider(prisma, name, { isEnabled: false }, true);
  await prisma.$transaction(async (transaction) => {
    await transaction.identityProvider.delete({ where: { id: idp.id } });
    await recordIdpChange(transaction, name, 'deleted', []);
  });
}

async function importIn(
  transaction: Transaction,
  name: string,
  named: NamedSettings,
  isConfirmed: boolean,
): Promise<Imported> {
  // Blocks other changes of the row, but no inserts of rows with a foreign key to it.
  await transaction.$queryRaw`SELECT id FROM identity_providers WHERE name = ${name} FOR NO KEY UPDATE`;
  const known = await transaction.identityProvider.findUnique({
    where: { name },
    include: {
      certificates: { select: { pem: true }, orderBy: { createdAt: 'asc' } },
      domains: { select: { domain: true }, orderBy: { domain: 'asc' } },
    },
  });
  const teamId = await teamOf(transaction, name, named.ownerEmail, known?.teamId);
  const before = known && {
    ...known,
    certificates: known.certificates.map(({ pem }) => pem),
    domains: known.domains.map(({ domain }) => domain),
  };
  const { metadata, ownerEmail: _owner, ...settings } = named;
  const after = { ...(before ?? newState(name, named)), ...settings, ...metadata };
  await requireOwnDomains(transaction, name, after);
  await requireNewIssuer(transaction, name, teamId, after.entityId);
  if (before?.isEnabled && !after.isEnabled)
    await requireConfirmation(transaction, before, 'switch off', isConfirmed);
  else if (before && before.entityId !== after.entityId)
    await requireConfirmation(transaction, before, 'change the entity id of', isConfirmed);
  const changes = before ? changesBetween(before, after) : [];
  const outcome = before ? (changes.length > 0 ? 'updated' : 'unchanged') : 'created';
  if (outcome !== 'unchanged') {
    await write(transaction, name, teamId, after, before);
    await recordIdpChange(transaction, name, outcome, changes);
  }
  return { outcome, changes, settings: after };
}

async function teamOf(
  transaction: Transaction,
  name: string,
  ownerEmail: string | undefined,
  knownTeamId: string | undefined,
): Promise<string> {
  if (ownerEmail === undefined) {
    if (knownTeamId !== undefined) return knownTeamId;
    throw new CommandError(`"${name}" is new: it needs the metadata, --team and --domain.`);
  }
  const team = await transaction.team.findFirst({
    where: { owner: { email: ownerEmail } },
    select: { id: true },
  });
  if (!team) throw new CommandError(`No user with the address ${ownerEmail} owns a team.`);
  if (knownTeamId !== undefined && knownTeamId !== team.id)
    throw new CommandError(`"${name}" is the identity provider of another team. Choose another name.`);
  return team.id;
}

function newState(name: string, { metadata, domains = [] }: NamedSettings): State {
  if (!metadata || domains.length === 0)
    throw new CommandError(`"${name}" is new: it needs the metadata, --team and --domain.`);
  return { ...NEW_SETTINGS, ...metadata, domains };
}

async function requireOwnDomains(transaction: Transaction, name: string, { domains, entityId }: State) {
  const open = await transaction.publicMailDomain.findFirst({ where: { domain: { in: domains } } });
  if (open)
    throw new CommandError(
      `${open.domain} belongs to a mail provider, where anyone can get an address. Use a domain of the company.`,
    );
  const claimed = await transaction.idpDomain.findFirst({
    where: {
      domain: { in: domains },
      identityProvider: { name: { not: name }, entityId: { not: entityId } },
    },
    select: { domain: true, identityProvider: { select: { name: true } } },
  });
  if (claimed)
    throw new CommandError(
      `The domain ${claimed.domain} already belongs to "${claimed.identityProvider.name}".`,
    );
}

/** A second identity provider with the same issuer in a team is probably a mistake. */
async function requireNewIssuer(transaction: Transaction, name: string, teamId: string, entityId: string) {
  const namesake = await transaction.identityProvider.findFirst({
    where: { entityId, teamId, name: { not: name } },
    select: { name: true },
  });
  if (namesake)
    throw new CommandError(
      `${entityId} is already registered for this team as "${namesake.name}". Use --name ${namesake.name}.`,
    );
}

async function write(
  transaction: Transaction,
  name: string,
  teamId: string,
  state: State,
  before: { relinkFrom: Date | null; relinkUntil: Date | null; domains: string[] } | null,
): Promise<void> {
  const { certificates, domains } = state;
  const data = {
    entityId: state.entityId,
    singleSignOnUrl: state.singleSignOnUrl,
    isEnabled: state.isEnabled,
    isResponseSigned: state.isResponseSigned,
    isAssertionSigned: state.isAssertionSigned,
    isAssertionEncrypted: state.isAssertionEncrypted,
    nameIdFormat: state.nameIdFormat,
    isIdpInitiatedAllowed: state.isIdpInitiatedAllowed,
    emailAttribute: state.emailAttribute,
    firstNameAttribute: state.firstNameAttribute,
    lastNameAttribute: state.lastNameAttribute,
  };
  const now = new Date();
  // Members who were linked since `relinkFrom` are not linked again, so an extended window keeps its start.
  const begun = before?.relinkUntil && before.relinkUntil > now ? before.relinkFrom : now;
  const window = { relinkUntil: state.relinkUntil, relinkFrom: state.relinkUntil && begun };
  const select = { id: true };
  const { id: identityProviderId } = before
    ? await transaction.identityProvider.update({ where: { name }, data: { ...data, ...window }, select })
    : await transaction.identityProvider.create({ data: { ...data, ...window, name, teamId }, select });
  const kept = await transaction.idpCertificate.findMany({
    where: { identityProviderId, pem: { in: certificates } },
    select: { pem: true },
  });
  const keptPems = kept.map(({ pem }) => pem);
  await transaction.idpCertificate.deleteMany({ where: { identityProviderId, pem: { notIn: keptPems } } });
  await transaction.idpCertificate.createMany({
    data: certificates.filter((pem) => !keptPems.includes(pem)).map((pem) => ({ identityProviderId, pem })),
  });
  await transaction.idpDomain.deleteMany({ where: { identityProviderId, domain: { notIn: domains } } });
  await transaction.idpDomain.createMany({
    data: [...new Set(domains)]
      .filter((domain) => !before?.domains.includes(domain))
      .map((domain) => ({ domain, identityProviderId })),
  });
}

const described: { field: string; read: (state: State) => string }[] = [
  { field: 'switched on', read: ({ isEnabled }) => yesOrNo(isEnabled) },
  { field: 'entity id', read: ({ entityId }) => entityId },
  { field: 'sign-in address', read: ({ singleSignOnUrl }) => singleSignOnUrl },
  { field: 'certificates', read: ({ certificates }) => certificates.map(describePem).sort().join('; ') },
  { field: 'domains', read: ({ domains }) => [...new Set(domains)].sort().join(', ') },
  { field: 'signed', read: describeSigned },
  { field: 'encrypted', read: ({ isAssertionEncrypted }) => yesOrNo(isAssertionEncrypted) },
  { field: 'requested Name ID', read: ({ nameIdFormat }) => nameIdFormat },
  { field: 'IdP-initiated', read: ({ isIdpInitiatedAllowed }) => yesOrNo(isIdpInitiatedAllowed) },
  { field: 'email attribute', read: ({ emailAttribute }) => emailAttribute },
  { field: 'first name attribute', read: ({ firstNameAttribute }) => firstNameAttribute },
  { field: 'members linked again until', read: ({ relinkUntil }) => relinkUntil?.toISOString() ?? '' },
  { field: 'last name attribute', read: ({ lastNameAttribute }) => lastNameAttribute },
];

function changesBetween(before: State, after: State): Change[] {
  return described
    .map(({ field, read }) => ({ field, before: read(before), after: read(after) }))
    .filter((change) => change.before !== change.after);
}

const yesOrNo = (value: boolean): string => (value ? 'yes' : 'no');

const FINGERPRINT_LENGTH = 11;

function describePem(pem: string): string {
  try {
    const { subject, validToDate, fingerprint256 } = new X509Certificate(pem);
    const end = validToDate.toISOString().slice(0, 10);
    return `"${subject?.replaceAll('\n', ', ') ?? ''}" until ${end} (${fingerprint256.slice(0, FINGERPRINT_LENGTH)})`;
  } catch {
    return 'one that cannot be read';
  }
}
