import { X509Certificate } from 'node:crypto';
import { CERTIFICATE_WARNING_DAYS } from '@foyer/contracts/company/saml';
import { certificatesOfKeys } from '@foyer/mail/production-rules';
import { withClient } from '@foyer/tools/prisma/with-client';
import { findingsOf, notChecked, ok, toDo, type Finding, type Given } from './finding.ts';

/** The warning comes early, because companies that install the portal's certificate by hand need weeks for it. */
const KEY_WARNING_DAYS = 90;
const DAY_MS = 86_400_000;

const isEnding = (end: Date, days: number, now: Date): boolean =>
  end.getTime() < now.getTime() + days * DAY_MS;
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

export function checkSigningKey({ SAML_SIGNING_KEY: keys }: Given, now: Date): Finding[] {
  if (keys === undefined) return [notChecked('SAML key', 'SAML_SIGNING_KEY is not set.')];
  const [first] = certificatesOfKeys(keys);
  if (!first)
    return [toDo('SAML key', 'SAML_SIGNING_KEY cannot be read. Make a key with `operate saml:new-key`.')];
  const end = dayOf(first.validToDate);
  return [
    isEnding(first.validToDate, KEY_WARNING_DAYS, now)
      ? toDo(
          'SAML key',
          `the signing key expires on ${end}. Run \`operate saml:new-key\`, which makes a new key and prints how to replace the old one.`,
        )
      : ok('SAML key', `the signing key is valid until ${end}.`),
  ];
}

interface StoredCertificate {
  provider: string;
  pem: string;
}

export async function checkIdpCertificates(databaseUrl: string | undefined, now: Date): Promise<Finding[]> {
  if (databaseUrl === undefined)
    return [notChecked('certificates', 'the worker’s account cannot read them. Set DATABASE_URL too.')];
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<StoredCertificate>(
      `SELECT p.name AS provider, c.pem FROM idp_certificates c JOIN identity_providers p ON p.id = c.identity_provider_id
        WHERE p.is_enabled ORDER BY p.name`,
    ),
  );
  return certificateFindings(rows, now);
}

/**
 * For each provider, checks only the certificate that expires last, because an older one may expire during a rotation.
 */
export function certificateFindings(stored: readonly StoredCertificate[], now: Date): Finding[] {
  const ends = new Map<string, Date>();
  for (const { provider, pem } of stored) {
    const end = readEnd(pem);
    if (end > (ends.get(provider) ?? new Date(0))) ends.set(provider, end);
    else if (!ends.has(provider)) ends.set(provider, new Date(0));
  }
  const faults = [...ends]
    .filter(([, end]) => isEnding(end, CERTIFICATE_WARNING_DAYS, now))
    .map(([provider, end]) =>
      end.getTime() === 0
        ? `the one of "${provider}" cannot be read. Import its metadata again with \`operate idp:import\`.`
        : `the one of "${provider}" expires on ${dayOf(end)}. Ask the company for new metadata, and import it with ` +
          '`operate idp:import`.',
    );
  return findingsOf(
    'certificates',
    faults,
    `${ends.size} identity provider(s); no certificate expires soon.`,
  );
}

function readEnd(pem: string): Date {
  try {
    return new X509Certificate(pem).validToDate;
  } catch {
    return new Date(0);
  }
}
