import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import type { AddressInfo, Server } from 'node:net';
import { makeTestCertificate } from '@foyer/testing/test-certificate';

export interface AppPage {
  origin: string;
  stop(): Promise<void>;
}

/** Starts a single-page app on its own origin, over https as in production. */
export async function startAppPage(html: string): Promise<AppPage> {
  const { privateKey: key, certificate: cert } = await makeTestCertificate({ commonName: 'localhost' });
  const server = createHttpsServer({ key, cert }, (_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html),
  );
  return { origin: `https://localhost:${await listen(server, '127.0.0.1')}`, stop: () => close(server) };
}

/** `answer` resolves with the query of the redirect. */
export async function startNativeApp(host: '127.0.0.1' | '::1') {
  const { promise: answer, resolve } = Promise.withResolvers<URLSearchParams>();
  const server = createHttpServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    if (url.pathname === '/callback') resolve(url.searchParams);
    response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Back in the app</title>');
  });
  const port = await listen(server, host);
  const name = host.includes(':') ? `[${host}]` : host;
  return { redirectUri: `http://${name}:${port}/callback`, answer, stop: () => close(server) };
}

async function listen(server: Server, host: string): Promise<number> {
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    if ('closeAllConnections' in server && typeof server.closeAllConnections === 'function')
      server.closeAllConnections();
  });
}
