import { createHash, randomUUID } from 'node:crypto';
import { expect, test, type Page } from '@playwright/test';
import { startAppPage, startNativeApp } from './app-page.ts';
import { expectAccessible, listenForErrors } from '../page-errors.ts';
import {
  authorizeAddress,
  createAccount,
  logIn,
  logInThroughApi,
  portal,
  queryDatabase,
  uniqueEmail,
} from '../portal.ts';

const PASSWORD = 'Round-Tables-For-8!';
const VERIFIER = 'v'.repeat(43);
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

// The apps' pages have a self-signed certificate.
test.use({ ignoreHTTPSErrors: true });

async function registerApp(redirectUri: string): Promise<string> {
  const clientId = `story-${randomUUID()}`;
  await queryDatabase(
    `INSERT INTO oauth_clients (client_id, name, redirect_uris, scopes) VALUES ($1, 'Story App', ARRAY[$2], '{profile}')`,
    [clientId, redirectUri],
  );
  return clientId;
}

async function logInAsUser(page: Page): Promise<string> {
  const email = uniqueEmail('clients');
  await createAccount(page, email, PASSWORD);
  await logInThroughApi(page, email, PASSWORD);
  return email;
}

const addressFor = (clientId: string, redirectUri: string, changes: Record<string, string> = {}) =>
  authorizeAddress({
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: 'profile',
    code_challenge: CHALLENGE,
    ...changes,
  });

const answerYes = (page: Page) => page.getByRole('button', { name: 'Yes' }).click();

/** Runs in the app's page, which has another origin than the portal. */
const USE_THE_ANSWER = `async ([portal, clientId, redirectUri, code, verifier]) => {
  const tokens = await fetch(portal + '/oauth/token', {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'authorization_code', client_id: clientId, redirect_uri: redirectUri, code, code_verifier: verifier }),
  }).then((reply) => reply.json());
  const user = await fetch(portal + '/oauth/userinfo', { headers: { authorization: 'Bearer ' + tokens.access_token } });
  const metadata = await fetch(portal + '/.well-known/oauth-authorization-server');
  const late = await fetch(portal + '/oauth/userinfo', { headers: { authorization: 'Bearer unknown' } });
  return {
    user: await user.json(),
    issuer: (await metadata.json()).issuer,
    late: [late.status, late.headers.get('www-authenticate')],
    token: tokens.access_token,
  };
}`;

const APP_PAGE = `<!doctype html><title>App</title>
<button onclick="window.open(new URLSearchParams(location.search).get('ask'), 'consent', 'width=600,height=700')">Connect</button>
<output></output>
<script>
  addEventListener('message', (event) => {
    if (event.origin === location.origin) document.querySelector('output').textContent = event.data;
  });
  if (window.name === 'consent' && new URLSearchParams(location.search).has('code')) {
    window.opener.postMessage(new URLSearchParams(location.search).get('code'), location.origin);
    window.close();
  }
</script>`;

test(
  'a browser app gets the code through a popup window, and calls the portal from its own page',
  { tag: '@deep' },
  async ({ page, context }) => {
    const app = await startAppPage(APP_PAGE);
    const other = await startAppPage(APP_PAGE);
    try {
      await context.grantPermissions(['local-network-access']).catch(() => {});
      const redirectUri = `${app.origin}/`;
      const clientId = await registerApp(redirectUri);
      await registerApp(`${other.origin}/`);
      const email = await logInAsUser(page);
      const { portalUrl } = portal();
      const ask = new URL(addressFor(clientId, redirectUri), portalUrl).href;
      await page.goto(`${redirectUri}?ask=${encodeURIComponent(ask)}`);
      const [popup] = await Promise.all([
        page.waitForEvent('popup'),
        page.getByRole('button', { name: 'Connect' }).click(),
      ]);
      await expect(popup.getByText(new URL(app.origin).host)).toBeVisible();
      await expectAccessible(popup);
      await Promise.all([popup.waitForEvent('close'), answerYes(popup)]);
      // The popup may close before the page receives the popup's message.
      await expect(page.locator('output')).toHaveText(/^[\w-]{43}$/);
      const code = await page.locator('output').textContent();

      const used: unknown = await page.evaluate(
        `(${USE_THE_ANSWER})(${JSON.stringify([portalUrl, clientId, redirectUri, code, VERIFIER])})`,
      );
      expect(used).toMatchObject({
        user: { email, email_verified: true },
        issuer: portalUrl,
        late: [401, expect.stringContaining('invalid_token')],
      });
      // The page of another app cannot read the response to a call with this app's token.
      const { token } = used as { token: string };
      await page.goto(`${other.origin}/`);
      const foreign = `fetch(${JSON.stringify(portalUrl)} + '/oauth/userinfo', { headers: { authorization: 'Bearer ${token}' } }).then(() => 'read', (fault) => fault.message)`;
      expect(await page.evaluate(foreign)).toBe('Failed to fetch');
    } finally {
      await Promise.all([app.stop(), other.stop()]);
    }
  },
);

for (const host of ['127.0.0.1', '::1'] as const)
  test(
    `an app on the device gets the code at a port of its choice on ${host}`,
    { tag: '@deep' },
    async ({ page }) => {
      const app = await startNativeApp(host);
      try {
        const faults = await listenForErrors(page);
        const clientId = await registerApp(app.redirectUri.replace(/:\d+\//, '/'));
        await logInAsUser(page);
        await page.goto(addressFor(clientId, app.redirectUri));
        await expect(page.getByText('Next, you’ll go to an app on this device')).toContainText(
          new URL(app.redirectUri).host,
        );
        await answerYes(page);
        await expect(page).toHaveTitle('Back in the app');
        expect((await app.answer).get('code')).toMatch(/^[\w-]{43}$/);
        expect(faults).toEqual([]);
      } finally {
        await app.stop();
      }
    },
  );

test(
  'an app with a custom scheme gets the code there, and the security policy allows the redirect',
  { tag: '@deep' },
  async ({ page }) => {
    const faults = await listenForErrors(page);
    const clientId = await registerApp('com.example.story:/callback');
    await logInAsUser(page);
    await page.goto(addressFor(clientId, 'com.example.story:/callback'));
    await expect(page.getByText('Next, you’ll go to an app on this device')).toContainText(
      'com.example.story',
    );
    const answered = page.waitForResponse(
      (reply) => reply.request().method() === 'POST' && new URL(reply.url()).pathname === '/oauth/authorize',
    );
    await answerYes(page);
    expect((await answered).headers()['location']).toMatch(/^com\.example\.story:\/callback\?code=/);
    // No app on this machine opens the redirect URI, so the browser may log an error about it.
    expect(faults.filter((fault) => !fault.includes('com.example.story:/callback?code='))).toEqual([]);
    expect(faults.filter((fault) => fault.startsWith('Policy'))).toEqual([]);
  },
);

test(
  'a request to select an account shows the current account, and the user changes to another',
  { tag: '@deep' },
  async ({ page }) => {
    const clientId = await registerApp('https://story.test/callback');
    const other = uniqueEmail('other');
    await createAccount(page, other, PASSWORD);
    const email = await logInAsUser(page);
    await page.goto(addressFor(clientId, 'https://story.test/callback', { prompt: 'select_account' }));
    await expect(page.getByText(`Continue as ${email} or use another account.`)).toBeVisible();
    for (const [width, height] of [
      [390, 844],
      [1440, 900],
    ] as const) {
      await page.setViewportSize({ width, height });
      await expectAccessible(page);
    }
    await page.getByRole('button', { name: 'Use another account' }).click();
    await logIn(page, other, PASSWORD);
    await expect(page.getByRole('heading', { name: 'Get Connected' })).toBeVisible();
    await expect(page.getByText(other)).toBeVisible();
  },
);

test(
  'a request for a new login asks for one login, and then shows the consent page',
  { tag: '@deep' },
  async ({ page }) => {
    const clientId = await registerApp('https://story.test/callback');
    const email = await logInAsUser(page);
    await page.goto(addressFor(clientId, 'https://story.test/callback', { prompt: 'login' }));
    await logIn(page, email, PASSWORD);
    await expect(page.getByRole('heading', { name: 'Get Connected' })).toBeVisible();
  },
);
