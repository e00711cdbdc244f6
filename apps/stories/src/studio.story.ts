import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { buildResponse, escapeXml, makeTestIdp, postable, readRequest } from '@foyer/testing/test-idp';
import { ROOT } from '@foyer/tools/paths';
import { expect, type Page } from '@playwright/test';
import { test } from './own-portal.ts';
import { authorizeAddress, linkIn, logIn, portal, queryDatabase, readMail } from './portal.ts';
import { Studio, StudioTable } from './studio-steps.ts';

/** This story follows the steps of `docs/seed.md`. With WRITE_PICTURES, it replaces the pictures of that document. */
const PASSWORD = 'Round-Tables-For-8!';
const COMPANY_DOMAIN = 'acme-events.test';
const APP_URL = 'https://planner.acme-events.test/callback';
/** The portal's host, so that the browser sends the portal's cookies (same site). No server listens on the port. */
const SIGN_ON_URL = 'http://localhost:1/sso';

let studio: Studio;
// Uses a separate portal, because Studio shows only the first rows of a table, and other stories add rows.
test.beforeAll(async ({ ownPortalUrl: _ }) => {
  studio = await Studio.start();
});
test.afterAll(() => studio?.stop());
test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

test(
  'an administrator creates a team with seats, an owner, an identity provider and an app',
  { tag: '@deep' },
  async ({ page, browser }) => {
    test.setTimeout(600_000);
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!/^(http:\/\/localhost:|data:|about:)/.test(request.url())) foreign.push(request.url());
    });
    const idp = await makeTestIdp('acme-events', { ssoUrl: SIGN_ON_URL, portalUrl: portal().portalUrl });

    // 1. A team.
    let table = await StudioTable.open(page, studio, 'teams');
    await table.insert({ name: 'Acme Events', seat_limit: '-5' });
    expect(await table.saveRefused()).toBe('The seat limit is 0 or more: -5 is not.');
    await picture(page, 'refused');
    table = await StudioTable.open(page, studio, 'teams');
    await table.insert({ name: ' Acme Events ', seat_limit: '5' });
    await picture(page, 'team', await table.span('name', 'seat_limit'));
    await table.save();
    const teamId = await table.read(table.row('Acme Events'), 'id');

    // 2. The owner: a user, whose id is then entered in the team.
    table = await StudioTable.open(page, studio, 'users');
    const olive = { first_name: 'Olive', last_name: 'Owner', team_id: teamId };
    await table.insert({ email: 'olive', ...olive });
    expect(await table.saveRefused()).toContain('olive is not an email address.');
    table = await StudioTable.open(page, studio, 'users');
    await table.insert({ email: ` Olive@${COMPANY_DOMAIN.toUpperCase()}`, ...olive });
    await picture(page, 'owner', await table.span('email', 'last_name'));
    await table.save();
    const ownerId = await table.read(table.row(COMPANY_DOMAIN), 'id');
    table = await StudioTable.open(page, studio, 'teams');
    await table.fill(table.row('Acme Events'), { owner_id: ownerId });
    await table.save();

    // 3. The company's identity provider.
    table = await StudioTable.open(page, studio, 'identity_providers');
    await table.insert({
      name: 'acme-events',
      team_id: teamId,
      entity_id: `${idp.entityId} `,
      single_sign_on_url: SIGN_ON_URL,
    });
    await picture(page, 'identity-provider', await table.span('name', 'single_sign_on_url'));
    await table.save();
    const idpId = await table.read(table.row(idp.entityId), 'id');
    table = await StudioTable.open(page, studio, 'idp_certificates');
    await table.insert({ identity_provider_id: idpId, pem: idp.certificate.slice(0, 500) });
    expect(await table.saveRefused()).toContain('This is not a certificate. Paste all of it');
    table = await StudioTable.open(page, studio, 'idp_certificates');
    await table.insert({ identity_provider_id: idpId, pem: idp.certificate });
    await picture(page, 'certificate', await table.span('id', 'pem'));
    await table.save();
    expect(
      await queryDatabase('SELECT pem FROM idp_certificates WHERE identity_provider_id = $1', [idpId]),
    ).toEqual([{ pem: new X509Certificate(idp.certificate).toString() }]);
    table = await StudioTable.open(page, studio, 'idp_domains');
    await table.insert({ domain: 'gmail.com', identity_provider_id: idpId });
    expect(await table.saveRefused()).toContain("gmail.com is a mail provider's");
    table = await StudioTable.open(page, studio, 'idp_domains');
    await table.insert({ domain: `@${COMPANY_DOMAIN}`, identity_provider_id: idpId });
    await table.save();

    // 4. An app.
    table = await StudioTable.open(page, studio, 'oauth_clients');
    const row = await table.insert({ client_id: 'acme-planner', name: 'Acme Planner' });
    await table.paste(row, 'redirect_uris', APP_URL);
    expect(await table.saveRefused()).toContain('Type one or more redirect_uris with brackets and quotes');
    table = await StudioTable.open(page, studio, 'oauth_clients');
    await table.insert({
      client_id: 'acme-planner',
      name: 'Acme Planner',
      redirect_uris: `["${APP_URL}"]`,
      scopes: '["profile"]',
    });
    await picture(page, 'app', await table.span('client_id', 'scopes'));
    await table.save();
    expect(foreign).toEqual([]);

    // Result: the owner sets a password, and the settings show the company's sign-in.
    const visitor = await browser.newPage({ baseURL: portal().portalUrl });
    const email = `olive@${COMPANY_DOMAIN}`;
    await visitor.goto('/forgot-password');
    await visitor.getByLabel('Email').fill(email);
    await visitor.getByRole('button', { name: 'Send reset link' }).click();
    await visitor.goto(linkIn(await readMail(email, 'Reset your')));
    await visitor.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await visitor.getByLabel('Confirm password', { exact: true }).fill(PASSWORD);
    await visitor.keyboard.press('Enter');
    await expect(
      visitor.getByRole('heading', { name: 'Success! Your password has been reset.' }),
    ).toBeVisible();
    await visitor.goto('/login');
    await logIn(visitor, email, PASSWORD);
    await expect(visitor).toHaveURL(portal().productUrl);
    await visitor.goto('/settings/sso');
    await expect(visitor.getByText('CN=acme-events')).toBeVisible();
    await visitor.goto('/settings/team');
    await expect(visitor.getByText(/of 5 seats/)).toBeVisible();

    await visitor.context().clearCookies();
    await visitor.route(SIGN_ON_URL, async (route) => {
      const form = new URLSearchParams(route.request().postData() ?? '');
      const { id } = readRequest(form.get('SAMLRequest') ?? '');
      const answer = buildResponse(idp, { inResponseTo: id, email: `nora@${COMPANY_DOMAIN}` });
      await route.fulfill({
        contentType: 'text/html',
        body: postingPage(idp.acsUrl, answer, form.get('RelayState')),
      });
    });
    await visitor.goto('/saml/acme-events');
    await expect(visitor).toHaveURL(portal().productUrl);
    expect(
      await queryDatabase('SELECT email FROM users WHERE team_id = $1 ORDER BY email', [teamId]),
    ).toEqual([{ email: `nora@${COMPANY_DOMAIN}` }, { email }]);

    await visitor.goto(authorizeAddress({ client_id: 'acme-planner', redirect_uri: APP_URL }));
    await expect(visitor.getByText('Do you want to grant Acme Planner access')).toBeVisible();
  },
);

async function picture(page: Page, name: string, columns?: { x: number; width: number }): Promise<void> {
  if (!process.env['WRITE_PICTURES']) return;
  const path = join(ROOT, 'docs', `seeding-${name}.png`);
  const clip = columns ? { ...columns, y: 0, height: 141 } : { x: 0, y: 0, width: 1200, height: 400 };
  await page.screenshot({ path, clip });
}

function postingPage(action: string, response: string, relayState: string | null): string {
  const fields = { SAMLResponse: postable(response), RelayState: relayState ?? '' };
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeXml(value)}">`,
  );
  return `<form method="post" action="${action}">${inputs.join('')}</form><script>document.forms[0].submit()</script>`;
}
