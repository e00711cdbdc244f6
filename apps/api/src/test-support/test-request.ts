import { log } from '../observe/log.ts';
import type { RequestContext } from '../request/request-context.ts';

/** Returns a browser's request with these cookies, for calling a service directly. */
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
