import { isDomain, isEmail, normalizeDomain, normalizeEmail } from '@foyer/contracts/email';
import { Client, DatabaseError } from 'pg';

/** A column that holds addresses. */
type AddressColumn = {
  table: string;
  column: string;
  /**
   * What happens to a row that meets another one of the same mailbox. `account`: everything of the address is left as it
   * was, because a link and what it leads to belong together. `alone`: this row is left. `dropped`: the row only counts
   * or waits, and the one in the form is enough.
   */
  meeting: 'account' | 'alone' | 'dropped';
};

export const ADDRESS_COLUMNS: readonly AddressColumn[] = [
  { table: 'one_time_links', column: 'email', meeting: 'account' },
  { table: 'users', column: 'email', meeting: 'account' },
  { table: 'pending_identities', column: 'email', meeting: 'account' },
  { table: 'registrations', column: 'address', meeting: 'account' },
  { table: 'event_invitations', column: 'email', meeting: 'account' },
  { table: 'event_invitations', column: 'inviter_email', meeting: 'account' },
  { table: 'audit_events', column: 'email', meeting: 'account' },
  { table: 'member_changes', column: 'email', meeting: 'account' },
  { table: 'address_changes', column: 'old_email', meeting: 'account' },
  { table: 'address_changes', column: 'new_email', meeting: 'account' },
  { table: 'former_addresses', column: 'email', meeting: 'dropped' },
  { table: 'mail_waits', column: 'email', meeting: 'dropped' },
  { table: 'invitation_mail_waits', column: 'email', meeting: 'dropped' },
  { table: 'team_invitations', column: 'email', meeting: 'alone' },
  { table: 'seat_requests', column: 'email', meeting: 'alone' },
];

/** What may not be in its form: anything but plain ASCII, a converted label, an address literal. The rest is passed over. */
const SUSPICIOUS = `[^!-~]|xn--|\\[|[A-Z]`;
const UNIQUE_VIOLATION = '23505';

/**
 * Brings the addresses and domains of the database into their one form (contracts/email.ts), which SQL cannot: it knows
 * no UTS 46. Where rows would meet others of the same mailbox nobody chooses: they are left, and the lines
 * returned name them (decision 32). Safe to run again.
 */
export async function normalizeStoredAddresses(databaseUrl: string): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const remarks: string[] = [];
    for (const address of await findAddresses(client)) {
      const form = normalizeEmail(address);
      if (!isEmail(form)) remarks.push(await describeUnusable(client, address));
      else if (form !== address) remarks.push(...(await moveAddress(client, address, form)));
    }
    return [...remarks, ...(await moveDomains(client))];
  } finally {
    await client.end();
  }
}

async function findAddresses(client: Client): Promise<string[]> {
  const found = ADDRESS_COLUMNS.map(
    ({ table, column }) =>
      `SELECT ${column} AS address FROM ${table} WHERE ${column} COLLATE "C" ~ $1 AND ${column} <> ''`,
  );
  const { rows } = await client.query<{ address: string }>(`${found.join(' UNION ')} ORDER BY 1`, [
    SUSPICIOUS,
  ]);
  return rows.map(({ address }) => address);
}

async function moveAddress(client: Client, address: string, form: string): Promise<string[]> {
  const account = ADDRESS_COLUMNS.filter(({ meeting }) => meeting !== 'alone');
  const accountMoved = await moveTogether(client, account, address, form);
  // With the account left, an invitation that moved would be for somebody else.
  if (!accountMoved) return [await describeClash(client, ADDRESS_COLUMNS, address, form)];
  const remarks: string[] = [];
  for (const alone of ADDRESS_COLUMNS.filter(({ meeting }) => meeting === 'alone'))
    if (!(await moveOneByOne(client, alone, address, form)))
      remarks.push(await describeClash(client, [alone], address, form));
  return remarks;
}

/** Whether they moved: all of them or none. */
async function moveTogether(
  client: Client,
  columns: readonly AddressColumn[],
  address: string,
  form: string,
): Promise<boolean> {
  await client.query('BEGIN');
  try {
    for (const { table, column, meeting } of columns) {
      if (meeting === 'dropped') await dropWhatMeets(client, table, address, form);
      await client.query(`UPDATE ${table} SET ${column} = $2 WHERE ${column} = $1`, [address, form]);
    }
    await client.query('COMMIT');
    return true;
  } catch (error) {
    await client.query('ROLLBACK');
    if (isMeeting(error)) return false;
    throw error;
  }
}

/** Whether all of them moved. */
async function moveOneByOne(
  client: Client,
  { table, column }: AddressColumn,
  address: string,
  form: string,
): Promise<boolean> {
  const { rows } = await client.query<{ id: string }>(`SELECT id FROM ${table} WHERE ${column} = $1`, [
    address,
  ]);
  let haveAllMoved = true;
  for (const { id } of rows)
    await client
      .query(`UPDATE ${table} SET ${column} = $2 WHERE id = $1`, [id, form])
      .catch((error: unknown) => {
        if (!isMeeting(error)) throw error;
        haveAllMoved = false;
      });
  return haveAllMoved;
}

const isMeeting = (error: unknown) => error instanceof DatabaseError && error.code === UNIQUE_VIOLATION;

async function describeClash(
  client: Client,
  columns: readonly AddressColumn[],
  address: string,
  form: string,
): Promise<string> {
  const rows = await rowsOf(client, columns, [address, form]);
  return `One mailbox under two spellings, left as it was: ${rows}. Settle it by hand.`;
}

/** Short-lived rows have the address in their key: a second one for the same mailbox ends within the hour anyway. */
async function dropWhatMeets(client: Client, table: string, address: string, form: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT quote_ident(attname) AS name FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
      WHERE indrelid = $1::regclass AND indisprimary AND attname <> 'email'`,
    [table],
  );
  const isSame = rows.map(({ name }) => `AND kept.${name} = dropped.${name}`).join(' ');
  await client.query(
    `DELETE FROM ${table} dropped USING ${table} kept WHERE dropped.email = $1 AND kept.email = $2 ${isSame}`,
    [address, form],
  );
}

async function describeUnusable(client: Client, address: string): Promise<string> {
  return `No address that mail could go to, left as it was: ${await rowsOf(client, ADDRESS_COLUMNS, [address])}.`;
}

/** The rows of these addresses by table and id; the addresses themselves stay out of the deployment's output. */
async function rowsOf(
  client: Client,
  columns: readonly AddressColumn[],
  addresses: string[],
): Promise<string> {
  const named: string[] = [];
  for (const { table, column, meeting } of columns) {
    if (meeting === 'dropped' || table === 'audit_events') continue;
    const { rows } = await client.query<{ id: string }>(
      `SELECT id FROM ${table} WHERE ${column} = ANY ($1) ORDER BY id`,
      [addresses],
    );
    if (rows.length > 0) named.push(`${table}.${column} ${rows.map(({ id }) => id).join(' and ')}`);
  }
  return named.join('; ') || 'only in counts, waits and the security log';
}

async function moveDomains(client: Client): Promise<string[]> {
  const { rows } = await client.query<{ domain: string }>(
    `SELECT domain FROM idp_domains WHERE domain COLLATE "C" ~ $1 ORDER BY 1`,
    [SUSPICIOUS],
  );
  const remarks: string[] = [];
  for (const { domain } of rows) {
    const form = normalizeDomain(domain);
    if (!isDomain(form)) remarks.push(`No mail domain, left as it was: idp_domains ${domain}.`);
    if (!isDomain(form) || form === domain) continue;
    const moved = await client.query(
      `UPDATE idp_domains SET domain = $2 WHERE domain = $1 AND NOT EXISTS (SELECT FROM idp_domains WHERE domain = $2)`,
      [domain, form],
    );
    if (moved.rowCount === 0)
      remarks.push(
        `One domain, told apart until now, left as it was: idp_domains ${domain} and ${form}. Settle it by hand.`,
      );
  }
  return remarks;
}
