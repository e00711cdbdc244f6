import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TestApi } from '../test-support/test-api.ts';

describe('an ambiguous request', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await TestApi.start();
  });
  afterAll(() => api.stop());

  /** Sends header lines unchanged. HTTP clients would normalize them. */
  async function sendLines(...lines: string[]): Promise<string> {
    const { hostname, port } = new URL(api.url);
    const socket = connect(Number(port), hostname);
    socket.write([...lines, 'Connection: close', '', ''].join('\r\n'));
    return text(socket);
  }

  it.each([
    ['Host', 'Host: portal.test', 'host: evil.test'],
    ['Host with the same value', 'Host: portal.test', 'Host: portal.test'],
    ['Authorization', 'Host: portal.test', 'Authorization: Bearer a', 'authorization: Bearer b'],
    ['Content-Type', 'Host: portal.test', 'Content-Type: text/html', 'Content-Type: application/json'],
  ])('is rejected if it repeats a header: %s', async (_, ...lines) => {
    for (const path of ['/session', '/', '/assets/x.js', '/nowhere'])
      expect(await sendLines(`GET ${path} HTTP/1.1`, ...lines)).toMatch(/^HTTP\/1\.1 400 /);
    expect(await sendLines('GET /session HTTP/1.1', 'Host: portal.test')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it.each([
    '{"email":"a@x.test","email":"b@x.test","password":"p"}',
    '{"email":"a@x.test","password":"p","\\u0065mail" : "b@x.test"}',
    '{"email":"a@x.test","password":{"a":[{"b":1,"b":2}]}}',
    '{"__proto__":1,"__proto__":2}',
  ])('is rejected if its JSON repeats a name: %s', async (body) => {
    const reply = await api.http.post('/login').set('content-type', 'application/json').send(body);
    expect([reply.status, reply.body]).toMatchObject([400, { code: 'MalformedBody' }]);
  });

  it.each([
    '{"email":"a\\":\\"b","password":"\\"email\\":","x":{"email":[{"email":""},{"email":""}]}}',
    `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  ])('is not confused with JSON that has each name once: %.60s', async (body) => {
    const reply = await api.http.post('/login').set('content-type', 'application/json').send(body);
    expect(reply.body).toMatchObject({
      code: expect.stringMatching(/^(ValidationFailed|InvalidCsrfToken)$/),
    });
  });

  it('is rejected in an encoding other than UTF-8', async () => {
    const body = Buffer.from('{"email":"a@x.test","password":"p"}', 'utf16le');
    const reply = await api.http
      .post('/login')
      .set('content-type', 'application/json; charset=utf-16le')
      .serialize(() => body as unknown as string)
      .send({});
    expect([reply.status, reply.body]).toMatchObject([415, { code: 'UnsupportedMediaType' }]);
  });
});
