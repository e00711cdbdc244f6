import { createTransport } from 'nodemailer';

export type Smtp = ReturnType<typeof openSmtp>;

/** A server that hangs must not hold a worker: these bound one delivery well below the job's expiry. */
const CONNECTION_TIMEOUT_MS = 10_000;
const SOCKET_TIMEOUT_MS = 10_000;

/** A pooled connection to the mail server. `smtps://` is TLS from the start; `smtp://` upgrades when it is offered. */
export function openSmtp(url: string, maxConnections: number) {
  return createTransport({
    url,
    pool: true,
    maxConnections,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    greetingTimeout: CONNECTION_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  } as Parameters<typeof createTransport>[0] & { pool: true });
}

/** Whether the server said no for good (5xx), so that trying again is useless. */
export function isPermanentRefusal(error: unknown): boolean {
  return (
    typeof error === 'object' &&
    error !== null &&
    'responseCode' in error &&
    typeof error.responseCode === 'number' &&
    error.responseCode >= 500
  );
}
