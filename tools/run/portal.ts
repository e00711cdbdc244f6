import type { RoleUrls } from '@foyer/db/role-urls';
import { join } from 'node:path';
import { CommandError } from '../command-error.ts';
import { ROOT } from '../paths.ts';
import { generateClientIfNeeded, migrateDatabase } from '../prisma/run-prisma.ts';
import { buildAppsIfNeeded, forgetBuild } from './build-apps.ts';
import { seedDemoData } from './demo-data.ts';
import { openDatabase } from './open-database.ts';
import { findFreePort, type PortalPorts } from './ports.ts';
import { addressesOf, processEnvironment, type PortalAddresses } from './process-environment.ts';
import { highlightWarnings, startProcess, type Highlight, type ManagedProcess } from './processes.ts';
import { readOrMakeSecrets } from './secrets.ts';
import { waitUntilAnswers, type AwaitedAnswer } from './wait-until-answers.ts';

const highlightNothing: Highlight = () => undefined;
const highlightErrors: Highlight = (line) => (/error|fail/i.test(line) ? line : undefined);

const TITLES: Record<string, string> = {
  'api-compiler': 'compiler of the API',
  'mail-worker': 'mail worker',
  api: 'API',
  postgres: 'embedded Postgres',
  product: 'stand-in of the seating product',
  'card-provider': 'stand-in of the card provider',
  'identity-provider': 'stand-in of the identity providers',
  web: "browser application's server",
};

const STAND_INS = [
  ['inbox', 'testbed/stand-ins/inbox.ts'],
  ['product', 'testbed/stand-ins/client-app/main.ts'],
  ['card-provider', 'testbed/card-provider-stand-in/src/main.ts'],
  ['identity-provider', 'testbed/stand-ins/identity-provider/main.ts'],
] as const;

export interface PortalOptions {
  dataFolder: string;
  ports: PortalPorts;
  /** The owner's URL of an external database. Undefined for the embedded Postgres. */
  databaseUrl: string | undefined;
  roles?: RoleUrls;
  /** Variables for all parts except Postgres. They override those of `processEnvironment`. */
  environment?: Record<string, string>;
  isWatched?: boolean;
  report: (step: string) => void;
}

export type RunningPortal = Awaited<ReturnType<Portal['start']>>;

export class Portal {
  /** Resolves with the reason when a part ends unexpectedly. */
  readonly failed: Promise<CommandError>;
  private readonly options: PortalOptions;
  private readonly parts: ManagedProcess[] = [];
  private fail!: (reason: CommandError) => void;
  private isStopping = false;

  constructor(options: PortalOptions) {
    this.options = options;
    this.failed = new Promise((resolve) => (this.fail = resolve));
  }

  async start() {
    const { dataFolder, ports, report, isWatched = false } = this.options;
    const addresses = addressesOf(ports);
    const secrets = await readOrMakeSecrets(join(dataFolder, 'secrets.json'));
    const building = generateClientIfNeeded().then(() => buildAppsIfNeeded(['api', 'web']));
    // Prevents an unhandled rejection. The code that awaits the build reports its error.
    building.catch(() => {});

    report('database');
    const database = await openDatabase(this.options.databaseUrl, dataFolder, ports.postgres);
    if (database.part) this.watch(database.part);
    const databaseUrl = database.url;
    const roles = this.options.roles ?? database.roles;
    const apiPort = isWatched ? await findFreePort() : ports.portal;
    const env: NodeJS.ProcessEnv = {
      ...processEnvironment(roles.api, ports, secrets, apiPort),
      INBOX_FOLDER: join(dataFolder, 'inbox'),
      IDENTITY_PROVIDER_KEYS: join(dataFolder, 'identity-provider'),
      ...this.options.environment,
    };
    for (const [name, program] of STAND_INS) this.startNode(name, [program], env, highlightNothing);
    report('tables and queues');
    await migrateDatabase(databaseUrl, roles);
    const watchFlags = isWatched ? ['--watch', '--watch-preserve-output'] : [];
    const ofWorker = { ...env, WORKER_DATABASE_URL: roles.worker, METRICS_PORT: String(ports.workerMetrics) };
    this.startNode('mail-worker', [...watchFlags, 'apps/mail-worker/src/main.ts'], ofWorker);
    report('API and browser application');
    await building;
    this.startNode('api', [...watchFlags, 'apps/api/dist/main.js'], env);
    if (isWatched) this.startCompilers(apiPort, env);
    report('demo data');
    // The demo data adds subscriptions at this stand-in.
    const url = `${addresses.cardProvider}/_control/counters`;
    await this.waitFor({ name: 'stand-in of the card provider', url });
    // The demo data needs the certificates of this stand-in.
    await this.waitFor({ name: 'stand-in of the identity providers', url: addresses.identityProvider });
    const demo = await seedDemoData({ ...env, DATABASE_URL: databaseUrl });
    await this.waitUntilReady(addresses, apiPort);
    const publicUrl = env['PUBLIC_URL'] ?? addresses.portal;
    return { addresses, databaseUrl, publicUrl, demo };
  }

  /** The database stops last, because the other parts need it. */
  async stop(): Promise<void> {
    this.isStopping = true;
    const isDatabase = (part: ManagedProcess): boolean => part.name === 'postgres';
    await Promise.all(this.parts.filter((part) => !isDatabase(part)).map((part) => part.stop()));
    await Promise.all(this.parts.filter(isDatabase).map((part) => part.stop()));
  }

  private startCompilers(apiPort: number, env: NodeJS.ProcessEnv): void {
    forgetBuild('api');
    this.startNode('api-compiler', ['tools/run/watch-api.ts'], env, highlightNothing);
    const vite = join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js');
    const args = [
      vite,
      'apps/web',
      '--config=apps/web/vite.config.ts',
      `--port=${this.options.ports.portal}`,
      '--strictPort',
    ];
    this.startNode('web', args, { ...env, API_URL: `http://localhost:${apiPort}` }, highlightErrors);
  }

  private startNode(
    name: string,
    args: string[],
    env: NodeJS.ProcessEnv,
    highlight = highlightWarnings,
  ): void {
    // The portal was stopped during its start.
    if (this.isStopping) return;
    const logFile = join(this.options.dataFolder, 'logs', `${name}.log`);
    this.watch(startProcess({ name, command: process.execPath, args, env, cwd: ROOT, logFile, highlight }));
  }

  private watch(part: ManagedProcess): void {
    this.parts.push(part);
    void part.ended.then((how) => {
      if (this.isStopping) return;
      const lastWords = part.unseenTail();
      const quote = lastWords ? `, which ends with:\n${lastWords}` : '.';
      this.fail(
        new CommandError(
          `The ${TITLES[part.name] ?? part.name} ${how}, so all parts are stopped. Its log is ${part.logFile}${quote}`,
        ),
      );
    });
  }

  private waitFor(awaited: AwaitedAnswer): Promise<void> {
    return waitUntilAnswers(awaited, () => this.isStopping);
  }

  private async waitUntilReady(addresses: PortalAddresses, apiPort: number): Promise<void> {
    const { portal, inbox, product } = addresses;
    const waitForPortal = async (): Promise<void> => {
      await this.waitFor({ name: 'API', url: `http://localhost:${apiPort}/readyz` });
      await this.waitFor({ name: 'portal', url: portal, isPage: true });
    };
    const ready = Promise.all([
      waitForPortal(),
      this.waitFor({ name: 'inbox', url: `${inbox}/api/healthz` }),
      this.waitFor({ name: 'stand-in of the seating product', url: product, isPage: true }),
    ]);
    const crash = await Promise.race([this.failed, ready.then(() => undefined)]);
    if (crash) throw crash;
  }
}
