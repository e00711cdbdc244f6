import { inviteToEventReply } from '@foyer/contracts/registration/event-invite';
import { setTimeout as wait } from 'node:timers/promises';
import type { PlanType } from '@foyer/catalog/plans';
import { toRegisterByEmailBody } from '@foyer/contracts/registration/sign-up';
import type { InviteReply } from '@foyer/contracts/teams/team';
import { signUpForm } from '@foyer/testing/sign-up-body';
import { DEMO_SERVICE_CREDENTIAL } from '@foyer/tools/run/process-environment';
import { CLIENT_APP } from '@foyer/testbed/stand-ins/client-app/client-app';
import { expect, type APIResponse, type Page } from '@playwright/test';
import { Client } from 'pg';

export const PORTAL_VARIABLE = 'FOYER_STORY_PORTAL';

const MAIL_TIMEOUT_MS = 100_000;
const MAIL_POLL_MS = 100;

export interface PortalAddresses {
  portalUrl: string;
  inboxUrl: string;
  productUrl: string;
  cardProviderUrl: string;
  identityProviderUrl: string;
  databaseUrl: string;
}

export interface ReadMail {
  subject: string;
  text: string;
  html: string;
  to: { address: string }[];
}

export function portal(): PortalAddresses {
  const addresses = process.env[PORTAL_VARIABLE];
  if (!addresses) throw new Error('There is no portal: run the stories with `npm test -- --only stories`.');
  return JSON.parse(addresses) as PortalAddresses;
}

/** Waits for a mail to an email address and returns the newest. `subject` is a part of the subject or a pattern. */
export async function readMail(to: string, subject: string | RegExp = ''): Promise<ReadMail> {
  const deadline = Date.now() + MAIL_TIMEOUT_MS;
  for (;;) {
    const response = await fetch(`${portal().inboxUrl}/api/email`);
    const mails = (await response.json()) as ReadMail[];
    const isWanted = (mail: ReadMail): boolean =>
      mail.to.some(({ address }) => address === to) &&
      (typeof subject === 'string' ? mail.subject.includes(subject) : subject.test(mail.subject));
    const mail = mails.findLast(isWanted);
    if (mail) return mail;
    if (Date.now() > deadline) {
      const others = mails.map((other) => `${other.to[0]?.address}: ${other.subject}`).join('\n');
      throw new Error(`No mail "${subject}" to ${to} came. The inbox holds:\n${others || 'nothing'}`);
    }
    await wait(MAIL_POLL_MS);
  }
}

export function linkIn(mail: ReadMail): string {
  const link = mail.text.match(/https?:\/\/\S+/g)?.find((found) => found.startsWith(portal().portalUrl));
  if (!link) throw new Error(`There is no link to the portal in the mail "${mail.subject}":\n${mail.text}`);
  return link;
}

export function codeIn(link: string): string {
  const code = new URL(link).pathname.split('/').at(-1) ?? '';
  expect(code.length).toBeGreaterThan(20);
  return code;
}

export function uniqueEmail(name: string): string {
  return `${name}-${crypto.randomUUID().slice(0, 8)}@story.test`;
}

/** Runs SQL, to read rows and to create states that a story cannot reach through the screens. */
export async function queryDatabase(
  text: string,
  values: unknown[] = [],
): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: portal().databaseUrl });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text, values)).rows;
  } finally {
    await client.end();
  }
}

export const passMailLimits = (email: string) =>
  queryDatabase('DELETE FROM mail_limits WHERE subject = $1', [email]);

async function post(page: Page, path: string, data: unknown): Promise<APIResponse> {
  const session = await page.request.get('/session');
  const { csrfToken } = (await session.json()) as { csrfToken: string };
  const reply = await page.request.post(path, { headers: { 'csrf-token': csrfToken }, data });
  expect(reply.ok(), await reply.text()).toBe(true);
  return reply;
}

export async function registerThroughApi(
  page: Page,
  email: string,
  plan: PlanType = 'free',
  company = 'Grace Gatherings',
): Promise<void> {
  const form = signUpForm({
    ...{ firstName: 'Grace', lastName: 'Hopper', email, businessName: company },
    ...{ countryCode: 'CA', stateCode: 'ON' },
  });
  await post(page, '/register-by-email', toRegisterByEmailBody(form, plan));
}

export async function askForReset(page: Page, email: string): Promise<void> {
  await post(page, '/forgot-password', { email });
}

/** Creates an account on the Free Trial through the API. No user is logged in afterwards. */
export async function createAccount(
  page: Page,
  email: string,
  password: string,
  subject: string | RegExp = 'Verify your email',
): Promise<void> {
  await registerThroughApi(page, email);
  const link = new URL(linkIn(await readMail(email, subject)));
  const query = new URLSearchParams({ resetToken: link.searchParams.get('resetToken') ?? '' });
  await post(page, `/reset-password?${query}`, { password, confirm_password: password });
  await page.context().clearCookies();
}

export async function logInThroughApi(page: Page, email: string, password: string): Promise<void> {
  await post(page, '/login', { email, password });
}

/** Returns the shared link. */
export async function inviteToTeam(page: Page, email: string): Promise<string> {
  const reply = await post(page, '/team/invitations', { emails: [email] });
  const { results } = (await reply.json()) as InviteReply;
  expect(results).toMatchObject([{ email, outcome: 'invited' }]);
  return results[0]?.link ?? '';
}

/** Invites an email address to an event, as the diagramming product does. Returns the shared link. */
export async function shareEvent(page: Page, email: string): Promise<string> {
  const reply = await page.request.post('/events/gala-7/invitations', {
    headers: { authorization: `Bearer ${DEMO_SERVICE_CREDENTIAL}` },
    data: {
      email,
      event_name: 'Spring Gala',
      inviter: { name: 'Olive Owner', email: 'olive@example.test' },
    },
  });
  expect(reply.status(), await reply.text()).toBe(201);
  return inviteToEventReply.parse(await reply.json()).link;
}

/** Returns the mailed link. */
export async function inviteToEvent(page: Page, email: string): Promise<string> {
  await shareEvent(page, email);
  return linkIn(await readMail(email, 'Spring Gala'));
}

export function authorizeAddress(changes: Record<string, string> = {}): string {
  const query = new URLSearchParams({
    client_id: CLIENT_APP.clientId,
    redirect_uri: new URL(CLIENT_APP.callbackPath, portal().productUrl).href,
    response_type: 'code',
    scope: 'profile',
    state: 'a&b=c d',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
    ...changes,
  });
  return `/oauth/authorize?${query}`;
}

export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
}
