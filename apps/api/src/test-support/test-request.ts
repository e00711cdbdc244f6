import { log } from '../observe/log.ts';
import type { RequestContext } from '../request/request-context.ts';

/** A request of a browser with these cookies, for a service that is called by itself. */
export function testRequest(cookies: Record<string, string> = {}): RequestContext {
  return {
    id: 'test-request',
    log,
    address: '127.0.0.1',
    userAgent: 'test',
    url: '/',
    cookies: { all: cookies, write: () => {}, clear: () => {} },
    knownDevices: new Map(),
    header: () => undefined,
  };
}
