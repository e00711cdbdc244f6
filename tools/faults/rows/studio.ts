import { X509Certificate } from 'node:crypto';
import { makeTestIdp, UNREADABLE_CERTIFICATE } from '@foyer/testing/test-idp';
import { Visitor } from '../../rig/visitor.ts';
import { condition, exactly, type FaultRow } from '../row.ts';
import type { Stage } from '../stage.ts';

/** What Prisma Studio sends when somebody pastes into its cell, which is one line (decision 52). */
export const certificatePasted: FaultRow = {
  name: 'certificates pasted into Prisma Studio: one in one line, half of one, and one that nobody can read',
  async run(stage) {
    const pem = new X509Certificate((await makeTestIdp('pasted')).certificate).toString();
    const pasted = await addCompany(stage, 'pasted');
    const other = await addCompany(stage, 'other');
    try {
      await addCertificate(stage, pasted, pem.replaceAll('\n', ''));
      const kept = await stage.count(
        'SELECT count(*) FROM idp_certificates WHERE identity_provider_id = $1 AND pem = $2',
        [pasted, pem],
      );
      const refusal = await addCertificate(stage, pasted, pem.slice(0, 400)).then(
        () => 'taken',
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      await addCertificate(stage, other, UNREADABLE_CERTIFICATE);
      const visitor = await Visitor.open(stage.url);
      const statuses: number[] = [];
      for (const name of ['pasted', 'other']) statuses.push((await visitor.get(`/idp/${name}`)).status);
      return [
        exactly('certificate of one line that is kept in its lines', kept, 1),
        condition(
          'half of one is refused with a sentence',
          refusal,
          /^This is no certificate|not whole/.test(refusal),
        ),
        condition(
          'sign-in begins for both companies',
          statuses.join(', '),
          statuses.every((status) => status === 200),
        ),
      ];
    } finally {
      await stage.rig.pool.query('DELETE FROM identity_providers WHERE id = ANY($1)', [[pasted, other]]);
    }
  },
};

async function addCompany({ rig }: Stage, name: string): Promise<string | undefined> {
  const { rows } = await rig.pool.query<{ id: string }>(
    `WITH team AS (INSERT INTO teams (name) VALUES ($1) RETURNING id)
     INSERT INTO identity_providers (team_id, name, entity_id, single_sign_on_url)
     SELECT id, $1, 'https://' || $1 || '.test/metadata', 'https://' || $1 || '.test/sso' FROM team RETURNING id`,
    [name],
  );
  return rows[0]?.id;
}

async function addCertificate({ rig }: Stage, idpId: string | undefined, pem: string): Promise<void> {
  await rig.pool.query('INSERT INTO idp_certificates (identity_provider_id, pem) VALUES ($1, $2)', [
    idpId,
    pem,
  ]);
}
