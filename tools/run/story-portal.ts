import { roleUrls } from '@foyer/db/role-urls';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DATA } from '../paths.ts';
import { copyTemplateDatabase, dropDatabase, startTestPostgres } from './test-postgres.ts';
import { isAlive } from './folder-lock.ts';
import { generateClientIfNeeded } from '../prisma/run-prisma.ts';
import { findFreePorts } from './ports.ts';
import { Portal } from './portal.ts';

const TEST_DATA = join(DATA, 'test');
const FOLDER_PREFIX = 'stories-';

export async function startStoryPortal(changes: Record<string, string> = {}) {
  removeOldFolders();
  const dataFolder = join(TEST_DATA, `${FOLDER_PREFIX}${process.pid}`);
  mkdirSync(dataFolder, { recursive: true });
  await generateClientIfNeeded();
  const postgres = await startTestPostgres();
  const name = `foyer_stories_${process.pid}`;
  const databaseUrl = await copyTemplateDatabase(postgres.url, name);
  const portal = new Portal({
    dataFolder,
    databaseUrl,
    roles: roleUrls(databaseUrl),
    ports: await findFreePorts(),
    // Raises the limits per client, because all stories come from one IP address.
    environment: {
      RATE_LIMIT_FACTOR: '1000',
      // Waits longer for locks and connections, so that a busy machine causes no rejections.
      DATABASE_WAIT_SECONDS: '60',
      ...changes,
    },
    report: () => {},
  });
  const stop = async (): Promise<void> => {
    await portal.stop();
    await dropDatabase(postgres.url, name);
    await postgres.stop();
  };
  try {
    const { addresses } = await portal.start();
    void portal.failed.then((fault) => console.error(fault.message));
    return {
      addresses: {
        portalUrl: addresses.portal,
        inboxUrl: addresses.inbox,
        productUrl: `${addresses.product}/`,
        cardProviderUrl: addresses.cardProvider,
        identityProviderUrl: addresses.identityProvider,
        databaseUrl,
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Deletes the folders of earlier runs. Until the next run, a run's folder keeps the logs. */
function removeOldFolders(): void {
  mkdirSync(TEST_DATA, { recursive: true });
  for (const name of readdirSync(TEST_DATA)) {
    if (!name.startsWith(FOLDER_PREFIX) || isAlive(Number(name.slice(FOLDER_PREFIX.length)))) continue;
    rmSync(join(TEST_DATA, name), { recursive: true, force: true });
  }
}
