import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { findAdvisories } from './advisories.ts';

const ADVISORY = {
  id: 1,
  url: 'https://example.com/advisories/GHSA-aaaa-bbbb-cccc',
  title: 'Colours run',
  severity: 'high',
  vulnerable_versions: '<1.2.4',
  cwe: [],
  cvss: { score: 7.5, vectorString: null },
};
const ACCEPTED = { id: 'GHSA-aaaa-bbbb-cccc', why: 'We print in black.' };
const TODAY = '2026-11-23';
const NOWHERE = 'http://127.0.0.1:9';

/** One server is both the registry and the OSV database. `known` tells which of them responds. */
describe('node tools/run/bootstrap.mjs start tools/supply/advisories', () => {
  let server: Server;
  let url: string;
  let folder: string;
  let known: { registry: boolean; osv: boolean };

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'foyer-advisories-'));
    const manifest = { name: 'portal', version: '1.0.0', dependencies: { colours: '1.2.3' } };
    const colours = { version: '1.2.3', integrity: 'sha512-x', license: 'MIT' };
    const packages = { '': manifest, 'node_modules/colours': colours };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    writeFileSync(
      join(folder, 'package-lock.json'),
      JSON.stringify({ ...manifest, lockfileVersion: 3, packages }),
    );
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const raw = Buffer.concat(chunks);
        const body = (request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw).toString();
        const answer = answerTo(request.url ?? '', body);
        response.writeHead(answer === undefined ? 405 : 200, { 'content-type': 'application/json' });
        response.end(JSON.stringify(answer ?? {}));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    await new Promise((resolve) => server.close(resolve));
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    known = { registry: true, osv: true };
  });

  function answerTo(path: string, body: string): unknown {
    const asked = body.includes('"colours"') && body.includes('1.2.3');
    if (path.endsWith('/security/advisories/bulk') && known.registry)
      return asked ? { colours: [ADVISORY] } : {};
    if (path === '/colours')
      return { name: 'colours', versions: { '1.2.3': { name: 'colours', version: '1.2.3' } } };
    if (path === '/v1/querybatch' && known.osv)
      return { results: [asked ? { vulns: [{ id: ACCEPTED.id }] } : {}] };
    return undefined;
  }

  it.each([
    ['the registry knows', true, 'The registry', `high, Colours run, ${ADVISORY.url}`],
    [
      'only the OSV database reports',
      false,
      'The OSV database',
      `https://osv.dev/vulnerability/${ACCEPTED.id}`,
    ],
  ])('fails for an advisory that %s', async (_what, registry, name, about) => {
    known = { registry, osv: !registry };
    const { lines, isGood } = await findAdvisories(folder, { registry: url, osv: url }, [], TODAY);
    expect(isGood).toBe(false);
    expect(lines).toEqual([
      `colours, in development only: ${about} (${ACCEPTED.id})`,
      `${name} knows 1 advisories for this lock file, 0 accepted.`,
    ]);
  });

  it('passes with an accepted advisory until its date', async () => {
    const ask = (until: string) =>
      findAdvisories(folder, { registry: url, osv: url }, [{ ...ACCEPTED, until }], TODAY);
    expect(await ask(TODAY)).toEqual({
      isGood: true,
      lines: ['The registry knows 1 advisories for this lock file, 1 accepted.'],
    });
    expect(await ask('2026-11-22')).toMatchObject({ isGood: false });
  });

  it('reports an accepted advisory that the lock file no longer has', async () => {
    const other = { ...ACCEPTED, id: 'GHSA-none-none-none', until: TODAY };
    const { lines } = await findAdvisories(folder, { registry: url, osv: url }, [other], TODAY);
    expect(lines).toContain(
      `${other.id} is accepted, but the lock file no longer has it. Remove it from the list.`,
    );
  });

  it.each([
    ['reject the calls', () => url],
    ['are unreachable', () => NOWHERE],
  ])('fails with a message when both sources %s', async (_what, place) => {
    known = { registry: false, osv: false };
    const { lines, isGood } = await findAdvisories(folder, { registry: place(), osv: place() }, [], TODAY);
    expect(isGood).toBe(false);
    expect(lines).toEqual([
      expect.stringMatching(/^The registry cannot be asked: ./),
      expect.stringMatching(/^The OSV database cannot be asked: ./),
      'Neither source responded, so nothing is known about advisories. Run this with network access.',
    ]);
  });
});
