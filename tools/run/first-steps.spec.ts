import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ROOT } from '../paths.ts';
import { removeData } from './open-database.ts';
import { choosePorts, findFreePort, portOf, requireFreePort } from './ports.ts';
import { requireDataOf } from './postgres-home.ts';

const VARIABLES = [
  'PORT',
  'INBOX_PORT',
  'SMTP_PORT',
  'FOYER_PORT_BASE',
  'DATABASE_URL',
  'MIGRATE_DATABASE_URL',
];
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'foyer-first-steps-'));
});
afterEach(() => {
  for (const name of VARIABLES) delete process.env[name];
  rmSync(folder, { recursive: true });
});

async function whileListening(
  port: number,
  host: string,
  check: (port: number) => Promise<void>,
): Promise<void> {
  const server = createServer();
  try {
    await new Promise<void>((resolve) => server.listen({ port, host, ipv6Only: host === '::' }, resolve));
    await check((server.address() as AddressInfo).port);
  } finally {
    server.close();
  }
}

describe('a first start', () => {
  it('on an old Node reports that Node is too old', () => {
    const pretend = `Object.defineProperty(process.versions, 'node', { value: '18.20.8' })`;
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        '--import',
        `data:text/javascript,${encodeURIComponent(pretend)}`,
        'tools/run/bootstrap.mjs',
        'test',
        'tools/check',
      ],
      { cwd: ROOT, encoding: 'utf8' },
    );
    expect(stderr.trim()).toBe('This is Node 18.20.8, but 20.19 or later is needed. Install a newer Node.');
    expect(status).toBe(1);
  });

  it.each(['127.0.0.1', '::'])(
    'reports immediately that a port is taken on %s, and which ports are free',
    (host) =>
      whileListening(0, host, async (port) => {
        const message = await requireFreePort('portal', port).then(
          () => '',
          (error: unknown) => (error as Error).message,
        );
        const [reason, base] = /^(.*) FOYER_PORT_BASE=(\d+) npm start$/.exec(message)?.slice(1) ?? [];
        expect(reason).toBe(`Port ${port} for the portal is taken. Stop what uses it, or move all parts:`);
        process.env['FOYER_PORT_BASE'] = base;
        await expect(choosePorts(false)).resolves.toMatchObject({ portal: Number(base) });
      }),
  );

  it('suggests another port if a variable names the taken port', () =>
    whileListening(0, '127.0.0.1', async (port) => {
      process.env['PORT'] = `${port}`;
      await expect(choosePorts(true)).rejects.toThrow(/or choose another: PORT=\d+ npm start$/);
    }));

  it('names the highest possible port base', async () => {
    process.env['FOYER_PORT_BASE'] = '65530';
    await expect(choosePorts(false)).rejects.toThrow(
      'FOYER_PORT_BASE is "65530": give a number from 1 to 65527.',
    );
  });

  it.each([
    ['PORT', '5060', 'Browsers refuse port 5060 of the portal. Choose another: PORT=5062 npm start'],
    [
      'INBOX_PORT',
      '6667',
      'Browsers refuse port 6667 of the inbox. Choose another: INBOX_PORT=6670 npm start',
    ],
  ])('reports immediately that browsers block the port of %s', async (variable, port, sentence) => {
    process.env[variable] = port;
    await expect(choosePorts(true)).rejects.toThrow(sentence);
  });

  it('reports that data outside the clone is gone, instead of starting an empty portal', () => {
    const wanted = join(folder, 'postgres');
    expect(() => requireDataOf(wanted)).not.toThrow();
    symlinkSync(join(folder, 'gone'), wanted);
    expect(() => requireDataOf(wanted)).toThrow(/folder is missing.*npm start -- --reset/);
  });
});

describe('--reset', () => {
  it.each(['MIGRATE_DATABASE_URL', 'DATABASE_URL'])(
    'deletes nothing if %s names another database',
    async (name) => {
      mkdirSync(join(folder, 'postgres'));
      process.env[name] = 'postgresql://db.test/foyer';
      await expect(removeData(folder)).rejects.toThrow(/--reset empties the embedded database only/);
      expect(existsSync(join(folder, 'postgres'))).toBe(true);
    },
  );
});

describe('a free port', () => {
  it('is given to only one of 60 concurrent searches', async () => {
    const ports = await Promise.all(Array.from({ length: 60 }, findFreePort));
    expect(new Set(ports).size).toBe(60);
    // The system may use ports from 32,768 for any connection.
    expect(Math.max(...ports)).toBeLessThan(32_768);
  });

  it.each(['127.0.0.1', '::'])('is not one that is taken on %s', async (host) => {
    const next = (await findFreePort()) + 1;
    await whileListening(next, host, async () => expect(await findFreePort()).not.toBe(next));
  });
});

describe('FOYER_PORT_BASE', () => {
  it('moves every part, except a part with its own variable', async () => {
    // A port between the range of `findFreePort` and the system's ephemeral ports.
    const base = 30_000 + (process.pid % 250) * 10;
    process.env['FOYER_PORT_BASE'] = `${base}`;
    process.env['SMTP_PORT'] = `${await findFreePort()}`;
    const ports = await choosePorts(false);
    expect(ports).toMatchObject({ portal: base, inbox: base + 1, product: base + 3, postgres: base + 6 });
    expect(ports.smtp).toBe(Number(process.env['SMTP_PORT']));
    expect(portOf('portal')).toBe(base);
  });
});
