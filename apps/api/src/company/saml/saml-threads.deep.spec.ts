import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from '@jest/globals';
import { LimitedThread, TaskEnded } from './limited-thread.ts';
import { OWN_LANE, SamlThreads } from './saml-threads.ts';
import type { Posted } from './stages.ts';

const documentOf = (xml: string): Posted => ({
  idp: {
    id: '00000000-0000-0000-0000-000000000000',
    teamId: '00000000-0000-0000-0000-000000000000',
    name: 'acme',
    entityId: 'https://idp.test',
    singleSignOnUrl: 'https://idp.test/sso',
    certificates: [],
    domains: [],
    isEnabled: true,
    isIdpInitiatedAllowed: true,
    asksForSecondFactor: false,
    isResponseSigned: true,
    isAssertionSigned: true,
    isAssertionEncrypted: false,
    nameIdFormat: 'unspecified',
    emailAttribute: 'email',
    firstNameAttribute: 'firstName',
    lastNameAttribute: 'lastName',
  },
  serviceProvider: {
    entityId: 'https://portal.test/metadata',
    acsUrl: 'https://portal.test/acs',
    metadataUrl: 'https://portal.test/metadata',
  },
  connection: {
    entityId: 'https://portal.test/metadata',
    acsUrl: 'https://portal.test/acs',
    idpEntityId: 'https://idp.test',
    singleSignOnUrl: 'https://idp.test/sso',
    idpCertificates: [],
    isResponseSigned: true,
    isAssertionSigned: true,
    decryptionKeys: [],
    nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
    isIdpInitiatedAllowed: true,
  },
  now: new Date(),
  relayState: undefined,
  hasQuery: false,
  form: { responses: [Buffer.from(xml).toString('base64')], relayStates: [] },
  openRequests: [],
  test: undefined,
});

const THREAD = `
  import { parentPort } from 'node:worker_threads';
  const answer = (outcome) => {
    const { user, system } = process.threadCpuUsage();
    parentPort.postMessage({ usedMicroseconds: user + system, ...outcome });
  };
  const busy = (ms) => {
    const start = process.threadCpuUsage();
    for (;;) {
      const { user, system } = process.threadCpuUsage(start);
      if (user + system > ms * 1000) return;
    }
  };
  parentPort.on('message', ({ work, wait, hoard }) => {
    if (work) busy(work);
    const kept = [];
    for (let megabytes = 0; megabytes < (hoard ?? 0); megabytes++) kept.push(new Array(131_072).fill(0));
    setTimeout(() => answer({ result: work ?? wait }), wait ?? 0);
  });
  busy(300);
  answer({ result: 'loaded' });
`;

describe('a thread whose tasks are limited', () => {
  const threads: LimitedThread[] = [];
  afterAll(() => Promise.all(threads.map((thread) => thread.end())));
  const makeThread = async (processorMs = 200) => {
    const file = join(tmpdir(), `limited-thread-${process.pid}.mjs`);
    await writeFile(file, THREAD);
    const thread = new LimitedThread({
      file: pathToFileURL(file),
      processorMs,
      stuckMs: 60_000,
      idleMs: 60_000,
      resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 8 },
    });
    threads.push(thread);
    return thread;
  };

  it('ends a task that works for too long, and runs the next', async () => {
    const thread = await makeThread();
    expect(await thread.run({ work: 100 })).toBe(100);
    await expect(thread.run({ work: 100_000 })).rejects.toThrow(TaskEnded);
    expect(await thread.run({ work: 101 })).toBe(101);
  });

  it('counts each task separately, without the time to load', async () => {
    const thread = await makeThread();
    for (let task = 0; task < 5; task++) expect(await thread.run({ work: 100 })).toBe(100);
  });

  it('does not end a task that only waits, as on a busy machine', async () => {
    const thread = await makeThread();
    expect(await thread.run({ wait: 1_500 })).toBe(1_500);
  });

  it('ends a task that takes too much memory, and runs the next', async () => {
    const thread = await makeThread(60_000);
    await expect(thread.run({ hoard: 200 })).rejects.toThrow(TaskEnded);
    expect(await thread.run({ work: 1 })).toBe(1);
  });

  it('ends a thread that never started', async () => {
    const thread = await makeThread();
    await expect(thread.end()).resolves.toBeUndefined();
  });
});

describe('the threads that read documents', () => {
  const threads = new SamlThreads();

  it('read each document separately, however many arrive concurrently', async () => {
    const names = Array.from({ length: 30 }, (_, number) => `a${number}`);
    const verdicts = await Promise.all(
      names.map((name) => threads.run('examine', documentOf(name === 'a7' ? '<a' : `<${name}/>`), OWN_LANE)),
    );
    expect(verdicts.map((verdict) => ('failed' in verdict ? verdict.failed.message : verdict))).toEqual(
      names.map((name) =>
        name === 'a7'
          ? 'An XML tag is too long or isn’t closed. The length limit is 4000.'
          : `Expected a SAML response, but received “${name}”.`,
      ),
    );
  });

  it('reject a document that is not a valid response, without throwing', async () => {
    for (const xml of [
      '',
      '<LogoutResponse/>',
      '<Response xmlns="urn:oasis:names:tc:SAML:2.0:protocol" Version="2.0"/>',
    ])
      expect(await threads.run('examine', documentOf(xml), OWN_LANE)).toEqual({
        failed: expect.objectContaining({ message: expect.any(String) }),
      });
  });

  it('return no part of a document', async () => {
    const test = {
      requestId: '_1',
      identityProviderId: documentOf('').idp.id,
      redirectTarget: '',
      testedById: 'somebody',
      provesSession: null,
      expiresAt: new Date(),
      relayState: 'handle',
    };
    const asked = { ...documentOf('<a>secret</a>'), test, openRequests: [test] };
    const verdict = await threads.run('examine', asked, OWN_LANE);
    expect(verdict).toEqual({ tested: { test, report: expect.anything(), person: undefined } });
    expect(JSON.stringify(verdict)).not.toContain('secret');
  });
});
