/**
 * Stand-in for the identity providers of two companies. Environment: IDENTITY_PROVIDER_PORT, IDENTITY_PROVIDER_KEYS
 * (a folder), PORTAL_URL, STAND_IN_HOST.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { STAND_IN_HOST } from '../host.ts';
import { openIdentityProviders, type IdentityProvider } from './identity-providers.ts';
import { isResponseFault } from './response-faults.ts';
import { answerPage, frontPage, metadataOf, problemPage, signInPage } from './pages.ts';
import { readRequest, writeResponse } from './write-response.ts';

const port = Number(process.env['IDENTITY_PROVIDER_PORT']);
const portalUrl = process.env['PORTAL_URL'] ?? 'http://localhost:3000';
const idps = await openIdentityProviders(process.env['IDENTITY_PROVIDER_KEYS'] ?? '.data/identity-provider');

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    send(response, 500, problemPage('Something went wrong. See the log of the stand-in.'));
  });
});
server.listen(port, STAND_IN_HOST);

process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => process.exit(0));
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const [, name, action = ''] = pathname.split('/');
  if (pathname === '/') return send(response, 200, frontPage(idps, portalUrl));
  const idp = idps.find((one) => one.name === name);
  if (!idp) return send(response, 404, problemPage('This identity provider doesn’t exist.'));
  switch (`${request.method} ${action}`) {
    case 'GET ':
      return send(response, 200, signInPage(idp, { requestId: '', relayState: '', isForced: false }));
    case 'GET metadata':
      return send(response, 200, metadataOf(idp, `http://localhost:${port}`), 'application/samlmetadata+xml');
    case 'POST sso':
      return showSignIn(idp, await readForm(request), response);
    case 'POST answer':
      return answerPortal(idp, await readForm(request), response);
    default:
      return send(response, 404, problemPage('This page doesn’t exist.'));
  }
}

function showSignIn(idp: IdentityProvider, form: URLSearchParams, response: ServerResponse): void {
  const request = readRequest(form.get('SAMLRequest') ?? '');
  if (!request) return send(response, 400, problemPage('The portal sent no sign-in request.'));
  send(response, 200, signInPage(idp, { ...request, relayState: form.get('RelayState') ?? '' }));
}

async function answerPortal(
  idp: IdentityProvider,
  form: URLSearchParams,
  response: ServerResponse,
): Promise<void> {
  const fault = form.get('fault') ?? '';
  const foreign = idps.find((one) => one !== idp);
  if (!isResponseFault(fault) || !foreign)
    return send(response, 400, problemPage('This form doesn’t come from the sign-in page.'));
  const base = new URL(`/saml/${idp.name}/`, portalUrl).href;
  const acsUrl = `${base}acs`;
  const xml = await writeResponse(idp, {
    person: idp.people.find((one) => one.email === form.get('person')) ?? {
      email: form.get('email') ?? '',
      firstName: form.get('firstName') ?? '',
      lastName: form.get('lastName') ?? '',
      isSuccessor: form.has('isSuccessor'),
    },
    fault,
    requestId: form.get('requestId') || undefined,
    portal: { entityId: `${base}metadata`, acsUrl },
    foreignKeys: foreign.keys,
  });
  const fields = {
    SAMLResponse: Buffer.from(xml).toString('base64'),
    RelayState: form.get('relayState') ?? '',
  };
  send(response, 200, answerPage(acsUrl, fields));
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  return new URLSearchParams(await text(request));
}

function send(
  response: ServerResponse,
  status: number,
  body: string,
  contentType = 'text/html; charset=utf-8',
): void {
  response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' });
  response.end(body);
}
