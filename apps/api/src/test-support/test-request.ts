import { log } from '../observe/log.ts';
import type { RequestContext } from '../request/request-context.ts';

export function testRequest(cookies: Record<string, string> = {}): RequestContext {
  const all = { ...cookies };
  return {
    id: 'test-request',
    log,
    address: '127.0.0.1',
    userAgent: 'test',
    url: '/',
    language: 'en',
    cookies: {
      all,
      write: (name, value) => void (all[name] = value),
      clear: (name) => void delete all[name],
    },
    knownDevices: new Map(),
    header: () => undefined,
  };
}
