import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { buildResponse, postable } from '@foyer/testing/test-idp';
import { limits } from '../../config/limits.ts';
import { TestApi } from '../../test-support/test-api.ts';
import { laneOf, MAX_WAITING, OWN_LANE, SamlThreads, THREADS } from './saml-threads.ts';
import { AttackedCompanies } from '../../test-support/saml/test-attack-company.ts';
import { TestBrowser } from '../../test-support/saml/test-browser.ts';

const HOME = 'http://product.test/home';
const ERROR = '/saml-error';
const FLOOD = 500;
const PEOPLE = 10;
const READS = 1_400;
const from = (address: string) => ({ 'x-forwarded-for': address });
const FLOODER = from('192.0.2.66');

let api: TestApi;
let companies: AttackedCompanies;
let threads: SamlThreads;
beforeAll(async () => {
  api = await TestApi.start({ TRUSTED_PROXY_HOPS: '1', LOG_LEVEL: 'silent' });
  companies = await AttackedCompanies.of(api);
  threads = api.service(SamlThreads);
});
afterAll(() => api.stop());
beforeEach(() => companies.recreate());
const replicas: TestApi[] = [];
let releaseTurns: () => void = () => undefined;
afterEach(async () => {
  releaseTurns();
  jest.restoreAllMocks();
  await Promise.all(replicas.splice(0).map((replica) => replica.stop()));
});

async function startReplica(changes: Record<string, string> = {}): Promise<TestApi> {
  const replica = await TestApi.start({ TRUSTED_PROXY_HOPS: '1', LOG_LEVEL: 'silent', ...changes });
  replicas.push(replica);
  return replica;
}

function holdTurns(): void {
  const gate = Promise.withResolvers<undefined>();
  for (let thread = 0; thread < THREADS; thread++) void threads.queue.run(OWN_LANE, () => gate.promise);
  releaseTurns = () => gate.resolve(undefined);
}

function holdLane(company: string, address: string): () => void {
  const gate = Promise.withResolvers<undefined>();
  const lane = laneOf(company, address);
  for (let waiting = 0; waiting < MAX_WAITING.perLane + THREADS; waiting++)
    void threads.queue.run(lane, () => gate.promise);
  return (releaseTurns = () => gate.resolve(undefined));
}

async function until(condition: () => boolean): Promise<void> {
  for (let poll = 0; poll < 10_000; poll++) {
    if (condition()) return;
    await sleep(20);
  }
  throw new Error('what was waited for did not happen');
}

function recordTurns(): string[] {
  const turns: string[] = [];
  const run = threads.queue.run.bind(threads.queue);
  jest.spyOn(threads.queue, 'run').mockImplementation((lane, work) =>
    run(lane, () => {
      turns.push(lane.join(' '));
      return work();
    }),
  );
  return turns;
}

const arrive = (idp: AttackedCompanies['acme'], address: string) =>
  Promise.all(
    Array.from({ length: PEOPLE }, async (_, number) => {
      const browser = new TestBrowser(api);
      const begun = await browser.begin(idp, '', from(address));
      const name = `person-${number}-at-${address}`;
      return () =>
        browser.answer(idp, begun, { email: `${name}@${idp.name}.test`, nameId: name }, from(address));
    }),
  );

describe('a flood for one company from one network', () => {
  const forgers = async () => {
    const browser = new TestBrowser(api);
    const begun = await browser.begin(companies.acme, '', FLOODER);
    const xml = buildResponse(companies.acme, {
      inResponseTo: begun.requestId,
      sign: { response: false, assertion: false },
    });
    const form = { SAMLResponse: postable(xml), RelayState: begun.relayState };
    return () => browser.post(companies.acme, form, FLOODER);
  };

  it('of forms gets no more turns than other users, and is rejected above its limit', async () => {
    const forge = await forgers();
    const others = await arrive(companies.rival, '203.0.113.7');
    const colleagues = await arrive(companies.acme, '198.51.100.7');
    const turns = recordTurns();
    holdTurns();

    let refused = 0;
    const flood = Array.from({ length: FLOOD }, () => forge().finally(() => void refused++));
    await until(() => threads.queue.waitingCount + refused >= FLOOD);
    expect([threads.queue.waitingCount, refused]).toEqual([MAX_WAITING.perLane, FLOOD - MAX_WAITING.perLane]);

    const honest = [...others, ...colleagues].map((answer) => answer());
    await until(() => threads.queue.waitingCount >= MAX_WAITING.perLane + 2 * PEOPLE);
    releaseTurns();

    expect(await Promise.all(honest)).toEqual(Array(2 * PEOPLE).fill(HOME));
    expect(new Set(await Promise.all(flood))).toEqual(new Set([ERROR]));
    const read = turns.filter((turn) => turn !== OWN_LANE.join(' '));
    expect(read).toHaveLength(MAX_WAITING.perLane + 2 * PEOPLE);
    const flooders = laneOf('acme', FLOODER['x-forwarded-for']).join(' ');
    const floodedBefore = (lane: readonly string[]) =>
      read.slice(0, read.lastIndexOf(lane.join(' '))).filter((turn) => turn === flooders).length;
    // While flooders and colleagues both have waiting jobs, they get equal shares of their company's turns.
    expect(floodedBefore(laneOf('rival', '203.0.113.7'))).toBeLessThanOrEqual(PEOPLE);
    expect(floodedBefore(laneOf('acme', '198.51.100.7'))).toBeLessThanOrEqual(PEOPLE);
  });

  it('of forms gets status 429 when a program sends it', async () => {
    const forge = await forgers();
    const browser = new TestBrowser(api);
    const { relayState } = await browser.begin(companies.acme, '', from('198.51.100.7'));
    const release = holdLane('acme', FLOODER['x-forwarded-for']);
    expect(await forge()).toBe(ERROR);
    const reply = await api.http
      .post('/saml/acme/acs')
      .set({ cookie: browser.line, ...FLOODER, accept: '*/*' })
      .type('form')
      .send({ SAMLResponse: postable('<a/>'), RelayState: relayState });
    expect([reply.status, Number(reply.headers['retry-after'])]).toEqual([429, 2]);
    release();
  });

  it('of started sign-ins does not block those of others, and gets a Retry-After header', async () => {
    holdTurns();
    const begin = (name: string, address: Record<string, string>) =>
      api.http.get(`/idp/${name}`).set(address);
    let refused = 0;
    const flood = Array.from({ length: FLOOD }, () =>
      begin('acme', FLOODER).then((reply) => {
        if (reply.status === 429) refused++;
        return reply;
      }),
    );
    await until(() => threads.queue.waitingCount + refused >= FLOOD);
    const others = [
      begin('rival', FLOODER).then(({ status }) => status),
      begin('acme', from('198.51.100.7')).then(({ status }) => status),
    ];
    await until(() => threads.queue.waitingCount >= MAX_WAITING.perLane + 2);
    releaseTurns();
    expect(await Promise.all(others)).toEqual([200, 200]);
    const answers = await Promise.all(flood);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(MAX_WAITING.perLane);
    const [limited] = answers.filter(({ status }) => status === 429);
    expect(limited?.body).toMatchObject({ code: 'TooManyRequests' });
    expect([Number(limited?.headers['retry-after']), limited?.headers['set-cookie']]).toEqual([2, undefined]);
  });
});

describe('the networks of a flood', () => {
  it('share turns when they are in the same /48 or /24 block', () => {
    expect(laneOf('acme', '2001:db8:1:2::3')).toEqual(['acme', '2001.db8.1', '2001:db8:1:2::/64']);
    expect(laneOf('acme', '2001:db8:1:ffff::')).toEqual(['acme', '2001.db8.1', '2001:db8:1:ffff::/64']);
    expect(laneOf('acme', '192.0.2.66')).toEqual(['acme', '192.0.2', '192.0.2.66']);
    expect(laneOf('acme', undefined)).toEqual(['acme', 'unknown', 'unknown']);
  });
});

describe('rejected forms', () => {
  it('are recorded in the security log up to its limit, and do not block other users at the address', async () => {
    const strict = await startReplica({ RATE_LIMIT_FACTOR: '1' });
    const post = (address: Record<string, string>) =>
      strict.http.post('/saml/acme/acs').set(address).type('form').send({ SAMLResponse: 'x' });
    const replies = await Promise.all(Array.from({ length: 300 }, () => post(FLOODER)));
    expect(new Set(replies.map(({ headers }) => headers['location']))).toEqual(new Set([ERROR]));
    expect(await companies.rejections()).toHaveLength(limits.rejectionRows.size);
    await post(from('198.51.100.7'));
    expect(await companies.rejections()).toHaveLength(limits.rejectionRows.size + 1);
    const browser = new TestBrowser(strict);
    const begun = await browser.begin(companies.acme, '', FLOODER);
    expect(await browser.answer(companies.acme, begun, {}, FLOODER)).toBe(HOME);
  });

  it('are documented with their limits', () => {
    const file = new URL('../../../../../docs/flows/company/single-sign-on.md', import.meta.url);
    const text = readFileSync(file, 'utf8').replace(/\s+/g, ' ');
    expect(text).toContain(
      `${limits.rejectionRows.size} rows in ${limits.rejectionRows.seconds / 60} minute`,
    );
    expect(text).toContain(`${MAX_WAITING.perLane} requests wait in a lane`);
    expect(text).toContain(`${MAX_WAITING.altogether} requests wait in total`);
  });
});

describe('our metadata', () => {
  const read = async (name: string) => {
    const reply = await api.http.get(`/saml/${name}/metadata`).buffer(true);
    return { status: reply.status, xml: Buffer.isBuffer(reply.body) ? reply.body.toString() : reply.text };
  };

  it(`uses no thread for ${READS} reads and for as many reads of made-up names`, async () => {
    await read('acme');
    const turns = recordTurns();
    for (let number = 0; number < READS; number += 20) {
      const replies = await Promise.all(
        Array.from({ length: 20 }, (_, one) => [read('acme'), read(`made-up-${number + one}`)]).flat(),
      );
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 404]));
    }
    expect(turns).toEqual([]);
  });

  it('is made once for concurrent first reads', async () => {
    const replica = await startReplica();
    const run = jest.spyOn(replica.service(SamlThreads).queue, 'run');
    await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        replica.http.get(`/saml/${number % 2 ? 'acme' : 'rival'}/metadata`).expect(200),
      ),
    );
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('is made again after a failure', async () => {
    const replica = await startReplica();
    const run = jest.spyOn(replica.service(SamlThreads).queue, 'run');
    run.mockRejectedValueOnce(new Error('no thread'));
    await replica.http.get('/saml/acme/metadata').expect(503);
    await replica.http.get('/saml/acme/metadata').expect(200);
  });

  it('contains the entity ID and the ACS URL of each company', async () => {
    for (const name of ['acme', 'rival']) {
      const { xml } = await read(name);
      expect(xml).toContain(`entityID="http://localhost:3000/saml/${name}/metadata"`);
      expect(xml).toContain(`Location="http://localhost:3000/saml/${name}/acs"`);
      expect(xml.match(/name-of/g)).toBeNull();
    }
  });
});
