/**
 * Loaded into Prisma Studio before Studio's own code. Studio sends Postgres' errors to its page with `JSON.stringify`,
 * which drops the message, so the page shows an empty box. This module restores the messages, and stops the page's
 * telemetry.
 */
import { subscribe } from 'node:diagnostics_channel';
import type { ServerResponse } from 'node:http';

type DatabaseError = Error & { detail?: string; hint?: string };

/** Matches the part of an error that contains a whole row with its secrets. */
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
