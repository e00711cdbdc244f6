import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { tablesOfPeople } from '@foyer/db/tables-of-people';
import { exportPerson } from '@foyer/db/export-person';
import { signUp } from '../../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../../test-support/test-api.ts';
import { GOOD_PASSWORD } from '../../test-support/test-bodies.ts';

const EMAIL = 'ada@example.com';
const STATE = '/settings/data/export';
const FILE = '/settings/data/export/file';
const schema = readFileSync(join(import.meta.dirname, '../../../../../prisma/schema.prisma'), 'utf8');

describe('the data export', () => {
  let api: TestApi;
  let replica: TestApi;
  let ada: Visitor;
  beforeAll(async () => {
    [api, replica] = await Promise.all([TestApi.start(), TestApi.start()]);
  });
  afterAll(() => Promise.all([api.stop(), replica.stop()]));
  beforeEach(async () => {
    await api.empty();
    ada = await signUp(api, EMAIL);
  });

  const stateOf = async (visitor: Visitor) => ((await visitor.get(STATE)).body as { state: string }).state;
  const mailsAboutIt = async () => (await api.queuedMails()).filter(({ kind }) => kind === 'data-ready');
  const makeProofOld = () => api.pool.query(`UPDATE sessions SET step_up_at = now() - interval '11 minutes'`);

  it('is made by a job, announced by mail, and downloaded [asvs 5.4.2]', async () => {
    expect(await stateOf(ada)).toBe('none');
    expect((await ada.post(STATE, {})).status).toBe(200);
    const [mail, ...others] = await mailsAboutIt();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ to: EMAIL, content: { firstName: 'Ada', until: expect.any(String) } });
    expect((await ada.get(STATE)).body).toEqual({
      state: 'ready',
      until: (mail?.content as { until: string }).until,
    });
    const file = await ada.get(FILE);
    expect([file.status, file.headers['content-disposition'], file.headers['cache-control']]).toEqual([
      200,
      'attachment; filename="my-data.json"',
      'no-store',
    ]);
    expect(file.body).toMatchObject({
      email: EMAIL,
      user: {
        firstName: 'Ada',
        team: { name: 'Analytical Events' },
        sessions: [{ userId: expect.any(String) }],
      },
      securityLog: expect.arrayContaining([expect.objectContaining({ action: 'data.ask' })]),
    });
  });

  it('contains no hashes, and no copy of itself', async () => {
    await (await api.visit()).post('/login', { email: EMAIL, password: GOOD_PASSWORD });
    await (await api.visit()).post('/forgot-password', { email: EMAIL });
    await ada.post(STATE, {});
    await mailsAboutIt();
    expect((await ada.get(FILE)).text).not.toMatch(/hash"|"content":\{|argon2/i);
  });

  it('is not available to another user or without a session', async () => {
    await ada.post(STATE, {});
    await mailsAboutIt();
    const eve = await signUp(api, 'eve@example.com');
    expect([(await eve.get(FILE)).status, await stateOf(eve)]).toEqual([404, 'none']);
    const stranger = await api.visit();
    for (const path of [STATE, FILE]) expect((await stranger.get(path)).status).toBe(401);
    expect((await stranger.post(STATE, {})).status).toBe(401);
  });

  it('requires a step-up, for the request and the download', async () => {
    await makeProofOld();
    expect((await ada.post(STATE, {})).body).toMatchObject({ code: 'ProofNeeded' });
    expect(await api.prisma.dataExport.count()).toBe(0);
    await ada.post('/settings/security/proof', { password: GOOD_PASSWORD });
    await ada.refreshCsrfToken();
    expect((await ada.post(STATE, {})).status).toBe(200);
    await mailsAboutIt();
    await makeProofOld();
    expect((await ada.get(FILE)).body).toMatchObject({ code: 'ProofNeeded' });
  });

  it('is made once for concurrent requests, and once within an hour', async () => {
    const other = await replica.visit();
    await other.post('/login', { email: EMAIL, password: GOOD_PASSWORD });
    await other.refreshCsrfToken();
    const replies = await Promise.all(
      Array.from({ length: 6 }, (_, call) => (call % 2 === 0 ? ada : other).post(STATE, {})),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await mailsAboutIt()).toHaveLength(1);
    expect(((await ada.post(STATE, {})).body as { state: string }).state).toBe('ready');
    expect(await mailsAboutIt()).toHaveLength(1);
    await api.pool.query(`UPDATE data_exports SET asked_at = now() - interval '61 minutes'`);
    await ada.post(STATE, {});
    expect(await mailsAboutIt()).toHaveLength(2);
  });

  it('cannot be downloaded after it has expired', async () => {
    await ada.post(STATE, {});
    await mailsAboutIt();
    await api.pool.query(`UPDATE data_exports SET expires_at = now() - interval '1 second'`);
    expect([(await ada.get(FILE)).status, await stateOf(ada)]).toEqual([404, 'none']);
  });

  it('is deleted with the account', async () => {
    await ada.post(STATE, {});
    await mailsAboutIt();
    await api.pool.query('UPDATE teams SET owner_id = NULL');
    await api.prisma.user.delete({ where: { email: EMAIL } });
    expect(await api.prisma.dataExport.count()).toBe(0);
  });

  describe('the list of its tables', () => {
    const models = [...schema.matchAll(/^model (\w+) \{\n(.*?)^\}/gms)].map(([, name = '', body = '']) => ({
      name,
      isPersonal: /^ {2}\w+ +User\b|^ {2}\w*[eE]mail +String/m.test(body),
    }));
    const listed = Object.entries(tablesOfPeople);

    it('names every table of the schema', () => {
      expect(listed.map(([name]) => name).toSorted()).toEqual(models.map(({ name }) => name).toSorted());
    });

    it('leaves out no table that refers to a user or contains an email address', () => {
      const missing = models.filter(
        ({ name, isPersonal }) =>
          isPersonal && listed.some(([table, one]) => table === name && 'leftOut' in one),
      );
      expect(missing.map(({ name }) => name)).toEqual([]);
    });

    it('matches the exported data', async () => {
      const exported = await exportPerson(api.prisma, EMAIL);
      for (const [table, holding] of listed) {
        if (!('exportedAs' in holding)) continue;
        expect({ table, exported }).toHaveProperty(`exported.${holding.exportedAs}`);
      }
    });
  });
});
