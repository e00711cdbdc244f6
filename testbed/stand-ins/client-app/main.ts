/**
 * Stand-in for the diagramming product, where users go after login, and for an external app that connects to the
 * portal. Environment: PRODUCT_PORT, PORTAL_URL, STAND_IN_HOST. For the app: CLIENT_APP_URL, CLIENT_APP_SECRET and, if
 * the app calls the portal at another address than PORTAL_URL, PORTAL_CALL_URL.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { STAND_IN_HOST } from '../host.ts';
import { CLIENT_APP } from './client-app.ts';
import { frontPage } from './pages.ts';
import { explainError, PortalClient } from './portal-client.ts';
import { Visits, type Visit } from './visits.ts';

const portalUrl = new URL(process.env['PORTAL_URL'] ?? 'http://localhost:3000');
const visits = new Visits();
const portalClient = makePortalClient();

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error);
    response.writeHead(500).end('Something went wrong. See the log of the stand-in.');
  });
});
server.listen(Number(process.env['PRODUCT_PORT']), STAND_IN_HOST);

process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => process.exit(0));
});

function makePortalClient(): PortalClient | undefined {
  const { CLIENT_APP_URL: url, CLIENT_APP_SECRET: clientSecret, PORTAL_CALL_URL: callUrl } = process.env;
  if (!url || !clientSecret) return undefined;
  return new PortalClient({
    portalUrl,
    callUrl: callUrl ? new URL(callUrl) : undefined,
    clientId: CLIENT_APP.clientId,
    clientSecret,
    redirectUri: new URL(CLIENT_APP.callbackPath, url),
  });
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost');
  const visit = visits.find(request);
  const act = portalClient && actionFor(`${request.method} ${pathname}`, search, portalClient);
  if (!act) return sendPage(response, visit);
  const form = new URLSearchParams(await text(request));
  const target = await act(visit, form).catch((error: unknown) => {
    const words = explainError(error);
    if (words === undefined) throw error;
    visit.notice = { text: words, isError: true };
  });
  visits.keep(visit, response);
  response.writeHead(303, { location: target?.href ?? '/', 'cache-control': 'no-store' }).end();
}

/** Changes the visit and returns the browser's next page, by default the front page. */
type Action = (visit: Visit, form: URLSearchParams) => Promise<URL | void>;

function actionFor(call: string, query: string, portal: PortalClient): Action | undefined {
  const actions: Record<string, Action> = {
    'POST /connect': (visit, form) => ask(portal, visit, form.getAll('scope')),
    [`GET ${CLIENT_APP.callbackPath}`]: (visit) => finish(portal, visit, query),
    'POST /user': (visit) => readUser(portal, visit),
    'POST /refresh': (visit) => refresh(portal, visit),
    'POST /invite': (visit, form) => invite(portal, visit, form),
    'POST /disconnect': (visit) => disconnect(portal, visit),
  };
  return actions[call];
}

async function ask(portal: PortalClient, visit: Visit, scopes: string[]): Promise<URL | void> {
  if (scopes.length === 0) return showNotice(visit, 'Select at least one scope.', true);
  const { url, asked } = await portal.ask(scopes);
  visit.asked = asked;
  return url;
}

async function finish(portal: PortalClient, visit: Visit, query: string): Promise<void> {
  const { asked } = visit;
  delete visit.asked;
  if (!asked || new URLSearchParams(query).get('state') !== asked.state)
    return showNotice(
      visit,
      'This browser didn’t send the request for this response (state), so the response was ignored.',
      true,
    );
  visit.connection = await portal.connect(query, asked);
  delete visit.user;
  if (visit.connection.scopes.includes('profile')) visit.user = await portal.readUser(visit.connection);
  showNotice(visit, 'You are connected.');
}

async function readUser(portal: PortalClient, visit: Visit): Promise<void> {
  if (!visit.connection) return;
  visit.user = await portal.readUser(visit.connection);
  showNotice(visit, `The portal returned the user info of ${visit.user.name}.`);
}

async function refresh(portal: PortalClient, visit: Visit): Promise<void> {
  if (!visit.connection) return;
  visit.connection = await portal.refresh(visit.connection);
  showNotice(visit, 'The tokens were refreshed.');
}

async function invite(portal: PortalClient, visit: Visit, form: URLSearchParams): Promise<void> {
  if (!visit.connection) return;
  const email = form.get('email') ?? '';
  const link = await portal.invite(visit.connection, { email, event_name: form.get('eventName') ?? '' });
  showNotice(visit, `${email} is invited: ${link}`);
}

/** Deletes the app's tokens even if the portal is unreachable. */
async function disconnect(portal: PortalClient, visit: Visit): Promise<void> {
  const { connection } = visit;
  delete visit.connection;
  delete visit.user;
  if (!connection) return;
  await portal.disconnect(connection);
  showNotice(visit, 'You’re disconnected. The portal revoked the tokens.');
}

function showNotice(visit: Visit, words: string, isError = false): void {
  visit.notice = { text: words, isError };
}

function sendPage(response: ServerResponse, visit: Visit): void {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
  response.end(frontPage(portalUrl, visit, portalClient !== undefined));
  delete visit.notice;
}
