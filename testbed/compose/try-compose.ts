/**
 * `npm run test:compose`: tests the compose files with podman, without .env. Starts the services of docker-compose.yml
 * and its override in the order of their dependencies, tries them, and starts them a second time on the same volumes.
 * Requires podman and the images, and reports what is missing. Adds 20,000 to all published ports. Deletes its
 * containers and volumes.
 */
import { execFileSync } from 'node:child_process';
import { parseEnv } from 'node:util';
import { CommandError, exitWithError } from '@foyer/tools/command-error';
import { until } from '../faults/stage.ts';
import { waitUntilAnswers } from '@foyer/tools/run/wait-until-answers';
import { Visitor } from '../harness/visitor.ts';
import { readComposeServices } from '@foyer/tools/deploy/compose-file';
import { PodmanProject } from './podman-project.ts';

const PORTS_UP = 20_000;
const PORTAL = `http://localhost:${3_000 + PORTS_UP}`;
const STUDIO = `http://localhost:${5_555 + PORTS_UP}`;
const INBOX = `http://localhost:${1_080 + PORTS_UP}`;
const IDP = `http://localhost:${7_001 + PORTS_UP}`;
const services = readComposeServices();
const project = new PodmanProject(services, PORTS_UP, { PUBLIC_URL: PORTAL });
const MAIL_MS = 60_000;
let held = 0;

const missing = findMissing();
if (missing !== undefined) {
  console.log(`Skipped: ${missing}`);
  process.exit(0);
}
try {
  await tryEverything();
  console.log(`\n${held} held.`);
} catch (error) {
  console.error(await project.logs());
  process.exitCode = 1;
  console.error(error instanceof CommandError ? error.message : error);
} finally {
  await project.clear().catch(exitWithError);
}

async function tryEverything(): Promise<void> {
  hold('it comes up', true, (await project.up()).join(', '));
  await answers('portal', `${PORTAL}/readyz`);
  await project.waitForEnd('demo-data');
  await logIn('a demo account logs in through the proxy');
  await tryMail();
  await trySecrets();
  await tryOperating();
  await tryStudio();
  const before = await project.runOnce('secrets', [], '', [
    'node',
    'tools/deploy/keep-secrets.ts',
    '--print',
  ]);
  for (const name of ['proxy', 'api', 'worker']) await project.stop(name);
  for (const name of ['secrets', 'migrate', 'api', 'worker', 'proxy']) await project.start(name);
  const after = await project.runOnce('secrets', [], '', ['node', 'tools/deploy/keep-secrets.ts', '--print']);
  hold(
    'a second start keeps the secrets',
    before.output === after.output && before.output.includes('MAIL_SECRET='),
  );
  await answers('portal', `${PORTAL}/readyz`);
  await logIn('and the account still logs in');
}

function answers(name: string, url: string): Promise<void> {
  return waitUntilAnswers({ name, url }, () => false);
}

async function logIn(what: string): Promise<void> {
  const visitor = await Visitor.open(PORTAL);
  const { status } = await visitor.post('/login', { email: 'pro@demo.test', password: 'Seating-Chart-42!' });
  hold(what, status < 300, `status ${status}`);
}

async function tryMail(): Promise<void> {
  const email = 'free@demo.test';
  await (await Visitor.open(PORTAL)).post('/forgot-password', { email });
  const mail = async () => {
    const mails = await (await fetch(`${INBOX}/api/email`)).text();
    return mails.includes(email) && /reset-password|\/password/.test(mails);
  };
  hold('a mail with a link reaches the inbox', await until(MAIL_MS, mail));
}

async function trySecrets(): Promise<void> {
  const print = ['node', 'tools/deploy/keep-secrets.ts', '--print'];
  const all = parseEnv((await project.runOnce('secrets', [], '', print)).output);
  const owns = {
    api: ['API_DATABASE_PASSWORD', 'CSRF_SECRET', 'MAIL_SECRET', 'SAML_SIGNING_KEY', 'SERVICE_CREDENTIAL'],
    worker: ['MAIL_SECRET', 'WORKER_DATABASE_PASSWORD'],
    postgres: ['POSTGRES_PASSWORD'],
  };
  for (const [name, own] of Object.entries(owns)) {
    const text = await project.exec(name, ['sh', '-c', 'cat /run/foyer/*']);
    const seen = Object.keys(all).filter((secret) => text.includes(all[secret] ?? ''));
    hold(
      `${name} sees its own secrets and no others`,
      seen.toSorted().join() === own.join(),
      seen.join(', '),
    );
  }
}

async function tryOperating(): Promise<void> {
  const metadata = await (await fetch(`${IDP}/demo-idp/metadata`)).text();
  const app = ['--name', 'Tried', '--redirect-uri', 'http://localhost:9/back', '--scope', 'profile'];
  const commands: [args: string[], says: string, input?: string][] = [
    [['export-user', 'owner@demo.test'], '"firstName": "Olive"'],
    [['deactivate', 'member@demo.test'], 'is deactivated'],
    [['reactivate', 'member@demo.test'], 'can log in again'],
    [['unlock', 'member@demo.test'], 'is not locked'],
    [['end-sessions', 'pro@demo.test'], 'ended'],
    [['erase-user', 'guest@demo.test'], ''],
    [['dead-mails'], ''],
    [['billing-drift'], ''],
    [['check'], 'Webhook endpoint'],
    [['replay-webhooks', '--since', '1h'], 'event(s) about subscriptions'],
    [['oauth:register', ...app, '--client-id', 'tried'], 'tried'],
    [['oauth:edit', 'tried', '--disable'], 'tried'],
    [['oauth:list'], 'tried'],
    [['oauth:delete', 'tried'], 'tried'],
    [['idp:import', '-', '--name', 'demo-idp'], 'demo-idp', metadata],
    [['saml:new-key'], 'A new signing key'],
  ];
  for (const [args, says, input] of commands) {
    const { exitCode, output } = await project.runOnce('operate', args, input);
    const mustFail = args[0] === 'erase-user';
    const isWell = (exitCode === 0 || mustFail) && output.includes(says) && !/EROFS|    at /.test(output);
    hold(`operate ${args.join(' ')}`, isWell, output.slice(0, isWell ? 70 : 2_000));
  }
}

async function tryStudio(): Promise<void> {
  await project.start('studio');
  await waitUntilAnswers({ name: 'Studio', url: STUDIO, isPage: true }, () => false);
  const page = await (await fetch(STUDIO)).text();
  hold('Studio answers', /studio/i.test(page), page.slice(0, 60));
  await project.stop('studio');
}

function hold(what: string, isWell: boolean, said = ''): void {
  console.log(`${isWell ? '✓' : '✗'} ${what}   ${said.replaceAll(/\s+/g, ' ').trim()}`);
  if (!isWell) throw new CommandError(`This did not hold: ${what}`);
  held += 1;
}

function findMissing(): string | undefined {
  const has = (...args: string[]): boolean => {
    try {
      execFileSync('podman', args, { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  };
  if (!has('info')) return 'podman is not here, or cannot run as this account.';
  const images = [...new Set(Object.values(services).map(({ image }) => image))];
  const absent = images.filter((image) => !has('image', 'exists', image));
  return absent.length > 0 ? `there is no image ${absent.join(', ')}.` : undefined;
}
