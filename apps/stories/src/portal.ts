import { setTimeout as wait } from 'node:timers/promises';
import { toRegisterByEmailBody } from '@foyer/contracts/sign-up';
import { expect, type Page } from '@playwright/test';
import { Client } from 'pg';

/** Carries the addresses from the global setup to the workers. */
export const PORTAL_VARIABLE = 'FOYER_STORY_PORTAL';

const MAIL_TIMEOUT_MS = 15_000;
const MAIL_POLL_MS = 100;

export interface PortalAddresses {
  portalUrl: string;
  inboxUrl: string;
  productUrl: string;
  cardProviderUrl: string;
  databaseUrl: string;
}

/** A mail as the inbox's REST API gives it. */
export interface ReadMail {
  subject: string;
  text: string;
  html: string;
  to: { address: string }[];
}

/** Where the portal of this run is. */
export function portal(): PortalAddresses {
  const addresses = process.env[PORTAL_VARIABLE];
  if (!addresses) throw new Error('There is no portal: run the stories with `npm test -- --only stories`.');
  return JSON.parse(addresses) as PortalAddresses;
}

/** The newest mail to an address, as soon as there is one whose subject contains the words. */
export async function readMail(to: string, subject = ''): Promise<ReadMail> {
  const deadline = Date.now() + MAIL_TIMEOUT_MS;
  for (;;) {
    const response = await fetch(`${portal().inboxUrl}/api/email`);
    const mails = (await response.json()) as ReadMail[];
    const isWanted = (mail: ReadMail): boolean =>
      mail.to.some(({ address }) => address === to) && mail.subject.includes(subject);
    const mail = mails.findLast(isWanted);
    if (mail) return mail;
    if (Date.now() > deadline) {
      const others = mails.map((other) => `${other.to[0]?.address}: ${other.subject}`).join('\n');
      throw new Error(`No mail "${subject}" to ${to} came. The inbox holds:\n${others || 'nothing'}`);
    }
    await wait(MAIL_POLL_MS);
  }
}

/** The first link to the portal in a mail's text. */
export function linkIn(mail: ReadMail): string {
  const link = mail.text.match(/https?:\/\/\S+/g)?.find((found) => found.startsWith(portal().portalUrl));
  if (!link) throw new Error(`There is no link to the portal in the mail "${mail.subject}":\n${mail.text}`);
  return link;
}

/** An address no other story uses. */
export function uniqueEmail(name: string): string {
  return `${name}-${crypto.randomUUID().slice(0, 8)}@story.test`;
}

/** For what only time or an admin brings about. */
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

/** A Free Trial sign-up without its screens, in the page's own session. */
export async function registerThroughApi(page: Page, email: string): Promise<void> {
  const session = await page.request.get('/session');
  const { csrfToken } = (await session.json()) as { csrfToken: string };
  const form = {
    firstName: 'Grace',
    lastName: 'Hopper',
    email,
    phone: '+1 555 0100',
    businessName: 'Grace Gatherings',
    businessType: 'eventPlanner',
    sqft: '',
    countryCode: 'CA',
    stateCode: 'ON',
    optIn: true,
  } as const;
  const reply = await page.request.post('/register-by-email', {
    headers: { 'csrf-token': csrfToken },
    data: toRegisterByEmailBody(form, 'free'),
  });
  expect(reply.status(), await reply.text()).toBe(201);
}

/** An account on the Free Trial, made without its screens. Nobody is logged in afterwards. */
export async function createAccount(page: Page, email: string, password: string): Promise<void> {
  await registerThroughApi(page, email);
  const link = new URL(linkIn(await readMail(email, 'Verify your email')));
  const session = await page.request.get('/session');
  const { csrfToken } = (await session.json()) as { csrfToken: string };
  const reply = await page.request.post('/reset-password', {
    params: { resetToken: link.searchParams.get('resetToken') ?? '' },
    headers: { 'csrf-token': csrfToken },
    data: { password, confirm_password: password },
  });
  expect(reply.status(), await reply.text()).toBe(200);
  await page.context().clearCookies();
}

/** Fills in the login form and sends it. */
export async function logIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Log in' }).click();
}
