import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DATA_KEPT_HOURS } from '@foyer/contracts/account/own-data';
import { DEVICE_LIFE_DAYS } from '@foyer/contracts/identity/session';
import { TestApi } from '../test-support/test-api.ts';
import { RetentionService } from './retention.service.ts';
import { retentionRules } from './retention.ts';

const AUDIT_DAYS = 40;
const ID = '00000000-0000-7000-8000-000000000000';
const hash = `sha256(convert_to($1::timestamptz::text, 'UTF8'))`;
const uuid = `md5($1::timestamptz::text)::uuid`;
const email = `md5($1::timestamptz::text) || '@example.com'`;
const forEver = `now() + interval '10 years'`;

/** For each table, a row that ended at `$1`, as columns and their values. Columns that do not matter are left out. */
const rows: Record<string, Record<string, string>> = {
  sessions: {
    token_hash: hash,
    user_id: `'${ID}'`,
    last_seen_at: `$1 - interval '30 minutes'`,
    expires_at: forEver,
  },
  consent_tickets: {
    ticket_hash: hash,
    session_id: `'${ID}'`,
    client_id: `'${ID}'`,
    request: `'{}'`,
    expires_at: '$1',
  },
  one_time_links: {
    purpose: `'create_password'`,
    email,
    token_hash: hash,
    expires_at: forEver,
    used_at: '$1',
  },
  registrations: {
    address: email,
    browser_hash: hash,
    plan: `'free'`,
    first_name: `'x'`,
    last_name: `'x'`,
    phone: `''`,
    company: `''`,
    business_type: `''`,
    country_code: `'US'`,
    country_integration_value: `''`,
    has_opted_in: 'false',
    language: `'en'`,
    text_version: `'x'`,
    updated_at: '$1',
  },
  team_invitations: {
    team_id: `'${ID}'`,
    email,
    code_hash: hash,
    expires_at: forEver,
    revoked_at: '$1',
  },
  event_invitations: {
    event_id: `'e'`,
    event_name: `'x'`,
    inviter_name: `'x'`,
    inviter_email: `'x'`,
    email,
    code_hash: hash,
    expires_at: '$1',
  },
  pending_identities: {
    identity_provider_id: `'${ID}'`,
    name_id: `$1::text`,
    user_id: `'${ID}'`,
    email,
    first_name: `'x'`,
    last_name: `'x'`,
    first_seen_at: '$1',
  },
  seat_requests: { team_id: `'${ID}'`, email, first_name: `'x'`, last_name: `'x'`, at: '$1' },
  answered_requests: { identity_provider_id: `'${ID}'`, request_id: `$1::text`, expires_at: '$1' },
  used_challenges: { challenge_hash: hash, expires_at: '$1' },
  used_assertions: { identity_provider_id: `'${ID}'`, assertion_id: `$1::text`, expires_at: '$1' },
  sso_tests: { identity_provider_id: `'${ID}'`, tested_by_id: `'${ID}'`, report: `'{}'`, at: '$1' },
  oauth_tokens: {
    kind: `'access'`,
    token_hash: hash,
    grant_id: `'${ID}'`,
    code_hash: hash,
    scopes: `'{}'`,
    expires_at: '$1',
  },
  oauth_grants: {
    client_id: `'${ID}'`,
    user_id: `'${ID}'`,
    scopes: `'{}'`,
    expires_at: forEver,
    revoked_at: '$1',
  },
  rate_limits: { key: `$1::text`, points: '1', expire: `extract(epoch FROM $1::timestamptz) * 1000` },
  mail_limits: { subject: `$1::text`, name: `'x'`, empty_at: '$1' },
  lockouts: { subject: `$1::text`, window_started_at: `$1 - interval '9 minutes'`, locked_until: '$1' },
  known_devices: {
    user_id: `'${ID}'`,
    token_hash: hash,
    last_used_at: `$1 - interval '${DEVICE_LIFE_DAYS} days'`,
  },
  observe_answers: {
    is_yes: 'true',
    text_version: `'x'`,
    language: `'en'`,
    at: '$1',
    ended_at: '$1',
  },
  data_exports: { user_id: uuid, asked_at: `$1 - interval '${DATA_KEPT_HOURS} hours'` },
  pending_logins: { token_hash: hash, user_id: `'${ID}'`, expires_at: '$1' },
  second_factors: { user_id: uuid, sealed_secret: `'x'`, created_at: '$1' },
  second_factor_lockouts: {
    user_id: uuid,
    browser: `''`,
    kind: `'app'`,
    window_started_at: `$1 - interval '9 minutes'`,
    locked_until: '$1',
  },
  webhook_events: { id: `$1::text`, type: `'x'`, object_id: `'x'`, handled_at: '$1' },
  payment_attempts: { id: uuid, team_id: `'${ID}'`, status: `'succeeded'`, ended_at: '$1' },
  renewal_receipts: { invoice_id: `$1::text`, team_id: `'${ID}'`, at: '$1' },
  unpaid_invoices: { invoice_id: `$1::text`, team_id: `'${ID}'`, subscription_id: `'x'`, at: '$1' },
  member_changes: { team_id: `'${ID}'`, what: `'left'`, name: `'x'`, email, at: '$1' },
  owner_offers: { team_id: uuid, owner_id: uuid, member_id: `'${ID}'`, expires_at: '$1' },
  address_changes: {
    user_id: `'${ID}'`,
    old_email: email,
    new_email: email,
    expires_at: '$1',
    applied_at: '$1',
    undo_until: '$1',
  },
  former_addresses: { user_id: `'${ID}'`, email, given_up_at: '$1' },
  factor_recoveries: {
    user_id: uuid,
    began_by: `'person'`,
    stop_hash: hash,
    ends_at: forEver,
    outcome: `'stopped'`,
    over_at: '$1',
  },
  audit_events: { action: `'login'`, outcome: `'ok'`, at: '$1' },
};
const unfinished: Record<string, string> = {
  webhook_events: `INSERT INTO webhook_events (id, type, object_id) VALUES ('x', 'x', 'x')`,
  oauth_tokens: `INSERT INTO oauth_tokens (kind, token_hash, grant_id, code_hash, scopes, expires_at)
                   VALUES ('refresh', sha256('x'), '${ID}', sha256('x'), '{}', '2000-01-01')`,
  payment_attempts: `INSERT INTO payment_attempts (team_id, created_at) VALUES ('${ID}', '2000-01-01')`,
  former_addresses: `INSERT INTO team_invitations (team_id, email, code_hash, expires_at)
                       VALUES ('${ID}', 'old@example.com', sha256('x'), now());
                     INSERT INTO former_addresses (user_id, email, given_up_at)
                       VALUES ('${ID}', 'old@example.com', '2000-01-01')`,
  second_factors: `INSERT INTO second_factors (user_id, sealed_secret, created_at, confirmed_at)
                     VALUES ('${ID}', 'x', '2000-01-01', '2000-01-01')`,
};
const KEPT = [
  'consents',
  'ended_access',
  'erasures',
  'event_collaborations',
  'former_identities',
  'identity_providers',
  'idp_certificates',
  'idp_domains',
  'oauth_clients',
  'public_mail_domains',
  'oauth_codes',
  'passkeys',
  'recovery_codes',
  'sso_identities',
  'subscriptions',
  'teams',
  'users',
];

describe('retention', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start({ AUDIT_RETENTION_DAYS: String(AUDIT_DAYS) });
  });
  afterAll(() => api.stop());
  beforeEach(() => api.empty());

  const rules = retentionRules(AUDIT_DAYS);

  async function insert(table: string, endedAt: string): Promise<void> {
    const row = rows[table] ?? {};
    const values = Object.values(row).map((value) => value.replaceAll(/\$1(?!::)/g, '$1::timestamptz'));
    const client = await api.pool.connect();
    try {
      await client.query('SET session_replication_role = replica');
      const { rows: times } = await client.query<{ at: Date }>(`SELECT ${endedAt} AS at`);
      await client.query(
        `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${values.join(', ')})`,
        [times[0]?.at.toISOString()],
      );
    } finally {
      await client.query('SET session_replication_role = DEFAULT');
      client.release();
    }
  }
  const count = async (table: string): Promise<number> =>
    (await api.pool.query(`SELECT FROM ${table}`)).rowCount ?? 0;

  it.each(rules)(
    'deletes rows of $table after their retention period, and keeps newer rows',
    async ({ table, keepDays }) => {
      await insert(table, `now() - interval '${keepDays} days 1 minute'`);
      await insert(table, `now() - interval '${keepDays} days' + interval '5 minutes'`);
      if (unfinished[table])
        await api.pool.query(
          `SET session_replication_role = replica; ${unfinished[table]}; RESET session_replication_role`,
        );
      await api.service(RetentionService).run();
      expect(await count(table)).toBe(unfinished[table] ? 2 : 1);
      const { rows: left } = await api.pool.query(
        `SELECT FROM ${table} WHERE ${rules.find((rule) => rule.table === table)?.endedAt} < now() - interval '${keepDays} days'`,
      );
      expect(left).toEqual([]);
    },
  );

  /** The numbers are repeated here to catch an accidental change. */
  it('keeps the rows of each table for the expected number of days', () => {
    expect(Object.fromEntries(rules.map(({ table, keepDays }) => [table, keepDays]))).toEqual({
      sessions: 0,
      consent_tickets: 0,
      one_time_links: 30,
      registrations: 30,
      team_invitations: 90,
      event_invitations: 90,
      seat_requests: 90,
      pending_identities: 90,
      used_assertions: 0,
      used_challenges: 0,
      sso_tests: 30,
      oauth_tokens: 0,
      oauth_grants: 30,
      rate_limits: 0,
      mail_limits: 1,
      lockouts: 1,
      webhook_events: 90,
      payment_attempts: 400,
      renewal_receipts: 400,
      unpaid_invoices: 400,
      member_changes: 90,
      owner_offers: 0,
      address_changes: 30,
      factor_recoveries: 30,
      former_addresses: 97,
      answered_requests: 0,
      known_devices: 0,
      data_exports: 0,
      pending_logins: 1,
      second_factors: 1,
      second_factor_lockouts: 30,
      observe_answers: 400,
      audit_events: AUDIT_DAYS,
    });
  });

  it('deletes more rows than fit in one batch', async () => {
    await api.pool.query(
      `INSERT INTO mail_limits SELECT 'guest-' || n, 'x', now() - interval '2 days' FROM generate_series(1, 2500) n`,
    );
    await api.service(RetentionService).run();
    expect(await count('mail_limits')).toBe(0);
  });

  it('has a rule for every table that is not listed as an exception', async () => {
    const { rows: tables } = await api.pool.query<{ name: string }>(
      `SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename NOT LIKE '\\_%' ORDER BY 1`,
    );
    expect([...rules.map(({ table }) => table), ...KEPT].sort()).toEqual(tables.map(({ name }) => name));
  });

  it('has the periods that docs/operate.md states [asvs 14.2.4]', () => {
    const page = readFileSync(new URL('../../../../docs/operate.md', import.meta.url), 'utf8');
    const lines = page.split('## What is deleted, and when')[1]?.split('\n## ')[0]?.split('\n') ?? [];
    const unexplained = retentionRules(400).filter(({ table, keepDays }) => {
      const row = lines.find((line) => line.startsWith('- ') && line.includes(`\`${table}\``));
      const time =
        keepDays === 0 ? /once|with their grant/ : keepDays === 1 ? /a day/ : new RegExp(`${keepDays}`);
      return row === undefined || !time.test(row);
    });
    expect(unexplained).toEqual([]);
  });
});
