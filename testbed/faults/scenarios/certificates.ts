import { SSO_UPKEEP_QUEUE } from '@foyer/mail/queues';
import { makeTestCertificate } from '@foyer/testing/test-certificate';
import {
  buildResponse,
  makeTestIdp,
  postable,
  readRequest,
  UNREADABLE_CERTIFICATE,
  type TestIdp,
} from '@foyer/testing/test-idp';
import { Visitor } from '../../harness/visitor.ts';
import { condition, exactly, type Scenario } from '../scenario.ts';
import { until, type Stage } from '../stage.ts';

const DAY_MS = 86_400_000;
/**
 * One of the numbers of days before the end of a certificate at which the owner gets a notice
 * (apps/api/src/company/settings/sso-settings.service.ts).
 */
const DAYS_LEFT = 7;
const SEE_OTHER = 303;

export const unreadableCertificate: Scenario = {
  name: 'one certificate row that cannot be read',
  async run(stage) {
    const harmed = await found(stage, 'harmed');
    const other = await found(stage, 'other');
    await addCertificate(stage, harmed, UNREADABLE_CERTIFICATE);
    for (const idp of [harmed, other]) await addCertificate(stage, idp, await makeEndingCertificate());
    const isInAtHarmed = await signsIn(stage, harmed);
    const isInAtOther = await signsIn(stage, other);
    await stage.harness.enqueueJob(SSO_UPKEEP_QUEUE);
    const noticesTo = ({ name }: TestIdp) => stage.harness.smtp.count(`owner@${name}.test`).distinct;
    await until(60_000, () => noticesTo(harmed) === 1 && noticesTo(other) === 1);
    return [
      condition('the people of its company sign in', isInAtHarmed ? 'yes' : 'no', isInAtHarmed),
      condition('the people of others sign in', isInAtOther ? 'yes' : 'no', isInAtOther),
      exactly('mail to its company’s owner about a certificate that ends', noticesTo(harmed), 1),
      exactly('mail to another owner about a certificate that ends', noticesTo(other), 1),
    ];
  },
};

/** Creates a company with an owner and an identity provider, as an administrator does (docs/seed.md). */
async function found(stage: Stage, name: string): Promise<TestIdp> {
  const idp = await makeTestIdp(name, { portalUrl: stage.url });
  await stage.harness.pool.query(
    `WITH team AS (INSERT INTO teams (name, seat_limit) VALUES ($1, 5) RETURNING id),
          idp AS (INSERT INTO identity_providers (name, team_id, entity_id, single_sign_on_url)
                  SELECT $1, id, $2, $3 FROM team RETURNING id),
          domain AS (INSERT INTO idp_domains (domain, identity_provider_id) SELECT $1 || '.test', id FROM idp)
     INSERT INTO users (email, first_name, last_name, team_id)
     SELECT 'owner@' || $1 || '.test', 'Olive', 'Owner', id FROM team`,
    [name, idp.entityId, idp.ssoUrl],
  );
  await stage.harness.pool.query(
    `UPDATE teams SET owner_id = (SELECT id FROM users WHERE team_id = teams.id) WHERE name = $1`,
    [name],
  );
  await addCertificate(stage, idp, idp.certificate);
  return idp;
}

async function addCertificate(stage: Stage, { name }: TestIdp, pem: string): Promise<void> {
  await stage.harness.pool.query(
    'INSERT INTO idp_certificates (identity_provider_id, pem) SELECT id, $2 FROM identity_providers WHERE name = $1',
    [name, pem],
  );
}

async function makeEndingCertificate(): Promise<string> {
  const until = new Date(Date.now() + DAYS_LEFT * DAY_MS + DAY_MS / 2);
  return (await makeTestCertificate({ commonName: 'ending', until })).certificate;
}

async function signsIn(stage: Stage, idp: TestIdp): Promise<boolean> {
  const visitor = await Visitor.open(stage.url);
  const { body } = await visitor.get(`/idp/${idp.name}`);
  const { id } = readRequest(String(body['saml']));
  const answer = buildResponse(idp, { inResponseTo: id, email: `nora@${idp.name}.test` });
  const { status, headers } = await visitor.submit(`/saml/${idp.name}/acs`, {
    SAMLResponse: postable(answer),
    RelayState: String(body['relayState']),
  });
  return status === SEE_OTHER && !headers.get('location')?.includes('error');
}
