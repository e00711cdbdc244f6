import { X509Certificate } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from '@jest/globals';
import { isChargedOn, NEVER_PAID, subscriptionStatuses } from '@foyer/catalog/subscription-states';
import { erasureOf } from '@foyer/db/erasures';
import { makeTestIdp } from '@foyer/testing/test-idp';
import { emptyDatabase } from '@foyer/testing/test-database';
import { openTestPool } from '@foyer/testing/test-pool';

/**
 * Tests statements as Prisma Studio sends them: one per row, with the text that was typed into its cells (decision 11).
 */
const pool = openTestPool(3);
let teamId: string;
let idpId: string;

async function insert(table: string, cells: Record<string, unknown>): Promise<Record<string, unknown>> {
  const names = Object.keys(cells);
  const { rows } = await pool.query<Record<string, unknown>>(
    `INSERT INTO ${table} (${names.join()}) VALUES (${names.map((_, index) => `$${index + 1}`).join()}) RETURNING *`,
    Object.values(cells),
  );
  return rows[0] ?? {};
}

const idp = (cells: Record<string, unknown>) =>
  insert('identity_providers', {
    team_id: teamId,
    name: 'globex',
    entity_id: 'https://globex.test/metadata',
    single_sign_on_url: 'https://globex.test/sso',
    ...cells,
  });
const app = (cells: Record<string, unknown>) =>
  insert('oauth_clients', {
    client_id: 'planner',
    name: 'Planner',
    redirect_uris: ['https://planner.test/back'],
    scopes: ['profile'],
    ...cells,
  });
const user = (cells: Record<string, unknown>) =>
  insert('users', {
    email: 'olive@acme.test',
    first_name: 'Olive',
    last_name: 'Owner',
    team_id: teamId,
    ...cells,
  });
const domain = (typed: string) => insert('idp_domains', { identity_provider_id: idpId, domain: typed });
const certificate = (pem: string) => insert('idp_certificates', { identity_provider_id: idpId, pem });

const GIVE = `INSERT INTO idp_domains (identity_provider_id, domain) VALUES ($1, 'acme.test')`;
const CHANGE = `UPDATE identity_providers SET entity_id = 'urn:2' WHERE id = $1`;
const WAITING = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

beforeEach(async () => {
  await emptyDatabase(pool);
  teamId = String((await insert('teams', { name: 'Acme', seat_limit: 2 }))['id']);
  idpId = String((await idp({ name: 'acme', entity_id: 'https://acme.test/metadata' }))['id']);
});
afterAll(() => pool.end());

describe('an administrator’s input', () => {
  it.each<[string, () => Promise<Record<string, unknown>>, Record<string, unknown>]>([
    [
      'the name of a team',
      () => insert('teams', { name: ' Harbour Hotel\t' }),
      { name: 'Harbour Hotel', seat_limit: 1 },
    ],
    ['an address', () => user({ email: ' Olive@Acme.TEST\u00a0' }), { email: 'olive@acme.test' }],
    ['an address with an accent', () => user({ email: 'éva@acme.test ' }), { email: 'éva@acme.test' }],
    [
      'the fields of an identity provider',
      () =>
        idp({
          name: ' Globex ',
          entity_id: ' urn:Globex ',
          single_sign_on_url: 'https://Idp.globex.test/sso \n',
        }),
      { name: 'globex', entity_id: 'urn:Globex', single_sign_on_url: 'https://Idp.globex.test/sso' },
    ],
    [
      'an attribute of an identity provider',
      () => idp({ email_attribute: ' mail ' }),
      { email_attribute: 'mail' },
    ],
    ['a domain', () => domain(' @Acme.TEST'), { domain: 'acme.test' }],
    [
      'the fields of an app',
      () => app({ client_id: ' planner', name: 'Planner ', redirect_uris: [' https://planner.test/back '] }),
      { client_id: 'planner', name: 'Planner', redirect_uris: ['https://planner.test/back'] },
    ],
    [
      'the scopes of an app',
      () => app({ scopes: ['profile ', ' diagrams.read'] }),
      { scopes: ['profile', 'diagrams.read'] },
    ],
  ])('is normalized: %s', async (_, type, stored) => {
    expect(await type()).toMatchObject(stored);
  });
});

it('an issuer that is entered again with spaces ends no identity', async () => {
  const { id } = await user({});
  await insert('sso_identities', { identity_provider_id: idpId, name_id: 'olive', user_id: id });
  const setIssuer = (issuer: string) =>
    pool.query('UPDATE identity_providers SET entity_id = $1 WHERE id = $2', [issuer, idpId]);
  const identities = async () => (await pool.query('SELECT FROM sso_identities')).rowCount;
  await setIssuer(' https://acme.test/metadata ');
  expect(await identities()).toBe(1);
  await setIssuer('https://acme.test/other');
  expect(await identities()).toBe(0);
});

describe('invalid input of an administrator is rejected with a message:', () => {
  it.each<[string, () => Promise<unknown>, RegExp | { code: string }]>([
    ['a team name of spaces', () => insert('teams', { name: ' ' }), /A team needs a name/],
    ['a team name left empty', () => insert('teams', { name: null }), /Fill in name: it cannot be empty/],
    [
      'a seat limit left empty',
      () => insert('teams', { name: 'Acme', seat_limit: null }),
      /Fill in seat_limit/,
    ],
    ['a plan left empty', () => insert('teams', { name: 'Acme', plan: null }), /Fill in plan/],
    ['an address left empty', () => user({ email: null }), /Fill in email/],
    ['a first name left empty', () => user({ first_name: null }), /Fill in first_name/],
    ['a last name left empty', () => user({ last_name: null }), /Fill in last_name/],
    ['a team left empty', () => user({ team_id: null }), /Fill in team_id/],
    ['a provider’s name left empty', () => idp({ name: null }), /Fill in name/],
    ['a provider’s team left empty', () => idp({ team_id: null }), /Fill in team_id/],
    ['an entity id left empty', () => idp({ entity_id: null }), /Fill in entity_id/],
    ['a sign-on address left empty', () => idp({ single_sign_on_url: null }), /Fill in single_sign_on_url/],
    ['an attribute left empty', () => idp({ email_attribute: null }), /Fill in email_attribute/],
    ['a domain left empty', () => insert('idp_domains', { identity_provider_id: idpId }), /Fill in domain/],
    [
      'a domain without an identity provider',
      () => insert('idp_domains', { domain: 'acme.test' }),
      /Fill in identity_provider_id/,
    ],
    [
      'a certificate left empty',
      () => insert('idp_certificates', { identity_provider_id: idpId }),
      /Fill in pem/,
    ],
    ['a client id left empty', () => app({ client_id: null }), /Fill in client_id/],
    ['an app’s name left empty', () => app({ name: null }), /Fill in name/],
    [
      'an address of another user',
      async () => [await user({}), await user({ email: 'Olive@acme.test' })],
      /Another user already has the address olive@acme\.test/,
    ],
    [
      'a provider’s name that is taken',
      () => idp({ name: 'ACME' }),
      /Another identity provider already has the name acme/,
    ],
    [
      'a domain that the provider already has',
      async () => [await domain('acme.test'), await domain('@acme.test')],
      /The identity provider already has the domain acme\.test/,
    ],
    [
      'a client id that is taken',
      async () => [await app({}), await app({})],
      /Another app already has the client ID planner/,
    ],
    [
      'a sign-on address with http',
      () => idp({ single_sign_on_url: 'http://idp.acme.test/sso' }),
      /must begin with https:/,
    ],
    [
      'a negative seat limit',
      () => insert('teams', { name: 'Acme', seat_limit: -3 }),
      /0 or more: -3 is not/,
    ],
    [
      'a fractional seat limit',
      () => insert('teams', { name: 'Acme', seat_limit: '3.5' }),
      { code: '22P02' },
    ],
    [
      'an address without @',
      () => user({ email: 'olive' }),
      /^olive is not an email address\. Write it like olive@acme\.com/,
    ],
    ['an address with a space', () => user({ email: 'olive owner@acme.test' }), /without spaces/],
    ['an address whose domain has no dot', () => user({ email: 'olive@acme' }), /is not an email address/],
    [
      'an address with a non-ASCII capital letter',
      () => user({ email: 'Éva@acme.test' }),
      /in lower case, .*: éva@acme\.test$/,
    ],
    [
      'an address with a combining accent',
      () => user({ email: 'e\u0301va@acme.test' }),
      /as one character: éva@acme\.test$/,
    ],
    [
      'an address with a full-width letter',
      () => user({ email: 'ｏlive@acme.test' }),
      /full-width letters: olive@acme\.test/,
    ],
    [
      'an address with an invisible character',
      () => user({ email: 'ol\u200bive@acme.test' }),
      /invisible characters/,
    ],
    ['an address with a non-ASCII domain', () => user({ email: 'olive@exämple.com' }), /xn--/],
    ['a password hash', () => user({ password_hash: 'Round-Tables-For-8!' }), /Leave password_hash empty/],
    ['a provider’s name with a space', () => idp({ name: 'Acme Corp' }), /small letters, digits and hyphens/],
    ['an entity id of spaces', () => idp({ entity_id: ' ' }), /"entityID" in its metadata/],
    [
      'a sign-on address without a scheme',
      () => idp({ single_sign_on_url: 'idp.acme.test/sso' }),
      /a whole address/,
    ],
    ['a sign-on address without a host', () => idp({ single_sign_on_url: 'https://' }), /a whole address/],
    [
      'a sign-on address with a space',
      () => idp({ single_sign_on_url: 'https://idp.acme.test/s so' }),
      /a whole address/,
    ],
    [
      'a sign-on address with an impossible port',
      () => idp({ single_sign_on_url: 'https://idp.acme.test:99999/sso' }),
      /a whole address/,
    ],
    [
      'a sign-on address with the scheme javascript',
      () => idp({ single_sign_on_url: 'javascript:alert(1)' }),
      /a whole address/,
    ],
    ['an empty attribute', () => idp({ email_attribute: '' }), /Name all three attributes/],
    [
      'a provider that signs neither response nor assertion',
      () => idp({ is_response_signed: false, is_assertion_signed: false }),
      /must be signed: set is_response_signed/,
    ],
    [
      'an unknown NameID format',
      () => idp({ name_id_format: 'email' }),
      /unspecified, persistent or emailAddress/,
    ],
    ['an email address as a domain', () => domain('olive@acme.test'), /part after the @/],
    ['a URL as a domain', () => domain('https://acme.test/'), /part after the @/],
    ['a domain without a dot', () => domain('acme'), /part after the @/],
    ['an empty domain', () => domain(''), /part after the @/],
    ['a mail provider’s domain', () => domain('@GMail.com'), /gmail\.com is a mail provider's/],
    ['an app’s name of spaces', () => app({ name: ' ' }), /An app needs a name/],
    ['an app’s name with an invisible character', () => app({ name: 'Planner\u202e' }), /no invisible ones/],
    ['a client id with a space', () => app({ client_id: 'my app' }), /letters, digits, hyphens/],
    [
      'redirect URIs without brackets',
      () => app({ redirect_uris: null }),
      /brackets and quotes, as in \["https:/,
    ],
    ['an empty list of redirect URIs', () => app({ redirect_uris: [] }), /one or more redirect_uris/],
    [
      'a redirect URI with http',
      () => app({ redirect_uris: ['http://planner.test/back'] }),
      /"http:\/\/planner.test\/back" is not allowed/,
    ],
    [
      'a redirect URI with a capital in its host',
      () => app({ redirect_uris: ['https://Planner.test/back'] }),
      /the host in lower case/,
    ],
    [
      'a redirect URI with an impossible port',
      () => app({ redirect_uris: ['https://planner.test:70000/'] }),
      /is not allowed as a redirect URI/,
    ],
    ['scopes without brackets', () => app({ scopes: null }), /brackets and quotes, as in \["profile"/],
    ['an unknown scope', () => app({ scopes: ['Profile'] }), /no scope "Profile"\. The scopes are profile/],
    [
      'a secret’s hash',
      () => app({ secret_hash: Buffer.from('secret') }),
      /npm run operate -- oauth:register/,
    ],
    ['a user of an unknown team', () => user({ team_id: idpId }), { code: '23503' }],
    ['a team id that is no UUID', () => user({ team_id: 'Acme' }), { code: '22P02' }],
  ])('%s', async (_, type, answer) => {
    // Postgres writes its own messages in the server's language, so the test checks their code.
    const isOurs = answer instanceof RegExp;
    await expect(type()).rejects.toMatchObject(isOurs ? { message: expect.stringMatching(answer) } : answer);
  });

  it('one member too many, and a domain of another company, both with a hint', async () => {
    await user({ email: 'a@acme.test' });
    await user({ email: 'b@acme.test' });
    await expect(user({ email: 'c@acme.test' })).rejects.toMatchObject({
      hint: 'Members and valid invitations use all 2 seats of the team. Raise its seat_limit first.',
    });
    await domain('acme.test');
    idpId = String((await idp({}))['id']);
    await expect(domain('acme.test')).rejects.toMatchObject({
      hint: 'The domain acme.test already belongs to an identity provider with another entity ID.',
    });
  });

  it('a second issuer of a domain, after a change of the issuer or when several domains are added', async () => {
    await domain('acme.test');
    const same = await idp({ entity_id: 'https://acme.test/metadata' });
    await insert('idp_domains', { identity_provider_id: same['id'], domain: 'acme.test' });
    const change = pool.query('UPDATE identity_providers SET entity_id = $1 WHERE id = $2', ['urn:2', idpId]);
    await expect(change).rejects.toMatchObject({ code: 'IDPD0' });
    const other = String((await idp({ name: 'initech', entity_id: 'urn:initech' }))['id']);
    const both = pool.query(
      `INSERT INTO idp_domains (identity_provider_id, domain) VALUES ($1, 'new.test'), ($2, ' New.test')`,
      [idpId, other],
    );
    await expect(both).rejects.toMatchObject({ code: 'IDPD0' });
  });

  it.each([
    ['another issuer adds it', 'other', GIVE],
    ['a provider that has it changes its issuer', 'same', CHANGE],
    ['the provider that gets it changes its issuer', 'own', CHANGE],
  ])('a second issuer of a domain that is being added while %s', async (_, who, second) => {
    const issuer = who === 'other' ? {} : { entity_id: 'https://acme.test/metadata' };
    const id = String((await idp(issuer))['id']);
    if (who !== 'other') await insert('idp_domains', { identity_provider_id: id, domain: 'acme.test' });
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      await client.query(GIVE, [idpId]);
      let answer: string | undefined;
      const answered = pool.query(second, [who === 'own' ? idpId : id]).then(
        () => (answer = 'nothing'),
        ({ code }: { code: string }) => (answer = code),
      );
      while (answer === undefined && (await pool.query(WAITING)).rowCount === 0);
      await client.query('COMMIT');
      await answered;
      expect(answer).toBe('IDPD0');
    } finally {
      client.release(true);
    }
  });

  describe('owners and their teams:', () => {
    let olive: string;
    const setOwner = (owner: string | null) =>
      pool.query('UPDATE teams SET owner_id = $1 WHERE id = $2', [owner, teamId]);
    const remove = () => pool.query('DELETE FROM users WHERE id = $1', [olive]);
    const removeTeam = () => pool.query('DELETE FROM teams WHERE id = $1', [teamId]);
    const erasures = async () =>
      (await pool.query<{ hash: string }>(`SELECT encode(id_hash, 'hex') AS hash FROM erasures`)).rows;

    beforeEach(async () => {
      olive = String((await user({}))['id']);
      await setOwner(olive);
    });

    it('the deletion of an owner whose team has other members', async () => {
      const { id } = await user({ email: 'mia@acme.test' });
      await expect(remove()).rejects.toThrow(
        'olive@acme.test owns the team "Acme", which has other members. Transfer it first',
      );
      await expect(setOwner(null)).rejects.toThrow(
        'The team "Acme" has other members, so it needs an owner.',
      );
      expect(await erasures()).toEqual([]);
      await setOwner(String(id));
      await remove();
      expect(await erasures()).toEqual([{ hash: erasureOf(olive) }]);
    });

    it('the deletion of an owner who is the only member, until the team has no owner', async () => {
      await expect(remove()).rejects.toThrow(
        'owns the team "Acme". To erase both, run: npm run operate -- erase-user.',
      );
      await setOwner(null);
      await remove();
      await removeTeam();
      expect(await erasures()).toEqual([{ hash: erasureOf(olive) }]);
    });

    it.each(subscriptionStatuses)(
      'the removal of the owner of a team, only if its plan is charged: %s',
      async (status) => {
        for (const isCancelScheduled of [false, true])
          for (const nextChargeAt of [null, new Date()]) {
            await pool.query('DELETE FROM subscriptions');
            await insert('subscriptions', {
              team_id: teamId,
              stripe_customer_id: 'cus_1',
              stripe_subscription_id: 'sub_1',
              status,
              is_cancel_scheduled: isCancelScheduled,
              next_charge_at: nextChargeAt,
            });
            const answer = await setOwner(null).then(
              () => 'emptied',
              ({ message }: Error) => message,
            );
            await setOwner(olive);
            expect(answer).toMatch(
              isChargedOn({ status, isCancelScheduled, nextChargeAt })
                ? /^The plan of the team "Acme"/
                : 'emptied',
            );
          }
      },
    );

    it('the deletion of a team that has members or a subscription', async () => {
      await expect(removeTeam()).rejects.toThrow(
        'The team "Acme" has members. First move them to another team_id',
      );
      await setOwner(null);
      await remove();
      await insert('subscriptions', {
        team_id: teamId,
        stripe_customer_id: 'cus_1',
        stripe_subscription_id: 'sub_1',
        status: NEVER_PAID,
      });
      await expect(removeTeam()).rejects.toThrow(
        'The team "Acme" has a subscription, which stays on record.',
      );
    });
  });

  it('an owner who is a member of another team', async () => {
    const other = String((await insert('teams', { name: 'Other' }))['id']);
    const { id } = await user({});
    const claim = pool.query('UPDATE teams SET owner_id = $1 WHERE id = $2', [id, other]);
    await expect(claim).rejects.toThrow('the owner of a team must be one of its members');
  });
});

describe('a certificate', () => {
  const DER = (...bytes: number[]) => Buffer.from(bytes).toString('base64');
  let pem: string;
  let bare: string;

  beforeEach(async () => {
    const { certificate: made } = await makeTestIdp('acme');
    pem = new X509Certificate(made).toString();
    bare = pem.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  });

  it.each<[string, () => string]>([
    ['unchanged', () => pem],
    ['with the line breaks of Windows', () => pem.replaceAll('\n', '\r\n')],
    ['in one line without line breaks', () => pem.replaceAll('\n', '')],
    ['with spaces instead of line breaks', () => ` ${pem.replaceAll('\n', ' ')} `],
    ['with escaped line breaks, as in JSON', () => pem.replaceAll('\n', '\\n')],
    ['as bare Base64, as in metadata', () => bare],
    ['as bare Base64 without padding', () => bare.replaceAll('=', '')],
    ['as bare Base64 in several lines', () => bare.replaceAll(/(.{76})/g, '$1\r\n')],
    ['after the lines that openssl prints before it', () => `subject=CN = acme\nissuer=CN = acme\n${pem}`],
    ['with its older name X509 CERTIFICATE', () => pem.replaceAll('CERTIFICATE', 'X509 CERTIFICATE')],
  ])('is stored as PEM if it is entered %s', async (_, paste) => {
    expect(await certificate(paste())).toMatchObject({ pem });
  });

  it.each<[string, () => string, RegExp]>([
    ['empty', () => '', /This is not a certificate/],
    ['a sentence', () => 'see attachment', /This is not a certificate/],
    ['a certificate without its end', () => pem.slice(0, 400), /This is not a certificate/],
    [
      'a certificate with its middle missing',
      () => `${pem.slice(0, 400)}\n-----END CERTIFICATE-----`,
      /not a certificate|incomplete/,
    ],
    [
      'a truncated certificate in bare Base64',
      () => bare.slice(0, 400),
      /The certificate is incomplete: it has 300 of \d+ bytes/,
    ],
    ['a chain', () => `${pem}${pem}`, /These are several certificates/],
    ['a chain in one line', () => `${pem}${pem}`.replaceAll('\n', ' '), /These are several certificates/],
    ['a private key', () => pem.replaceAll('CERTIFICATE', 'PRIVATE KEY'), /This is a private key/],
    [
      'a public key',
      () => DER(0x30, 16, 0x30, 5, 6, 3, 1, 2, 3, 3, 7, 0, 1, 2, 3, 4, 5, 6),
      /not a certificate/,
    ],
    [
      'a certificate request',
      () => DER(0x30, 16, 0x30, 5, 2, 1, 0, 5, 0, 3, 7, 0, 1, 2, 3, 4, 5, 6),
      /not a certificate/,
    ],
    ['metadata', () => `<X509Certificate>${'x'.repeat(40)}</X509Certificate>`, /This is not a certificate/],
  ])('is rejected with a reason if the input is %s', async (_, paste, sentence) => {
    await expect(certificate(paste())).rejects.toThrow(sentence);
  });
});
