import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { placesDatabase } from '@foyer/testing/places-database';
import { signUp } from '../test-support/test-accounts.ts';
import { TestApi, type Visitor } from '../test-support/test-api.ts';

describe('where a session comes from', () => {
  let folder: string;
  let api: TestApi;
  let ada: Visitor;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'places-'));
    const file = join(folder, 'places.mmdb');
    await writeFile(
      file,
      placesDatabase({
        '203.0.113.0/24': {
          city: { names: { en: 'Munich', de: 'München' } },
          country: { iso_code: 'DE' },
        },
        '198.51.100.0/25': { country: { iso_code: 'BR' } },
      }),
    );
    api = await TestApi.start({ GEOIP_DATABASE: file });
    await api.empty();
    ada = await signUp(api, 'ada@example.com');
  });
  afterAll(async () => {
    await api.stop();
    await rm(folder, { recursive: true });
  });

  it.each([
    ['203.0.113.7', 'en', { address: '203.0.113.7', city: 'Munich', country: 'DE' }],
    ['203.0.113.7', 'de', { address: '203.0.113.7', city: 'München', country: 'DE' }],
    ['::ffff:203.0.113.7', 'fr', { address: '203.0.113.7', city: 'Munich', country: 'DE' }],
    ['198.51.100.9', 'en', { address: '198.51.100.9', country: 'BR' }],
    ['198.51.100.200', 'en', { address: '198.51.100.200' }],
    ['192.0.2.1', 'en', { address: '192.0.2.1' }],
    ['2001:db8::1', 'en', { address: '2001:db8::1' }],
  ])('is told of %s in %s', async (address, language, network) => {
    await api.pool.query(`UPDATE sessions SET ip_address = $1`, [address]);
    const reply = await ada.get('/settings/security/sessions').set('cookie', `language=${language}`);
    expect((reply.body as { sessions: object[] }).sessions).toEqual([
      expect.objectContaining({ network: { kind: 'other', ...network } }),
    ]);
  });

  it('is told from a database that can be read, or the replica does not start', async () => {
    await expect(TestApi.start({ GEOIP_DATABASE: join(folder, 'none.mmdb') })).rejects.toThrow('ENOENT');
  });
});
