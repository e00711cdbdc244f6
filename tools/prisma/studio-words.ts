/**
 * Loaded into Prisma Studio before it (`npm run db:studio`). Studio sends its page the errors of Postgres by
 * `JSON.stringify`, which leaves out an error's message: the page shows an empty box. Here they get their words back, and
 * the page is kept from telling its makers that it was opened.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';

type DatabaseError = Error & { detail?: string; hint?: string };

/** The whole row, with all that is secret in it, where a column was meant. */
const WHOLE_ROW = /^Failing row contains/;

Object.defineProperty(Error.prototype, 'toJSON', {
  configurable: true,
  writable: true,
  value(this: DatabaseError) {
    const { name, message, detail, hint } = this;
    const words = [message, WHOLE_ROW.test(detail ?? '') ? undefined : detail, hint].filter(Boolean);
    return { ...this, name, message: words.join('\n') };
  },
});

subscribe('http.server.request.start', (event) => {
  const { response } = event as { response: ServerResponse };
  response.setHeader('content-security-policy', "connect-src 'self'");
});
