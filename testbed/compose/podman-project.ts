import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CommandError } from '@foyer/tools/command-error';
import { ROOT } from '@foyer/tools/paths';
import { interpolate, type ComposeService } from '@foyer/tools/deploy/compose-file';
import { readImageStages } from '@foyer/tools/deploy/image-stages';

const run = promisify(execFile);
const PATIENCE_MS = 180_000;

export interface Answer {
  exitCode: number;
  output: string;
}

export class PodmanProject {
  readonly #name = `foyer-try-${process.pid}`;
  readonly #services: Record<string, ComposeService>;
  readonly #variables: Record<string, string>;
  readonly #portsUp: number;
  readonly #started = new Set<string>();

  constructor(services: Record<string, ComposeService>, portsUp: number, variables: Record<string, string>) {
    this.#services = services;
    this.#portsUp = portsUp;
    this.#variables = variables;
  }

  /** Starts the same services as `docker compose up`, in the order of their dependencies. */
  async up(): Promise<string[]> {
    await this.#podman('network', 'create', this.#name);
    const order: string[] = [];
    const isLeft = (name: string): boolean => !this.#services[name]?.profiles && !order.includes(name);
    for (;;) {
      const left = Object.keys(this.#services).filter(isLeft);
      if (left.length === 0) return order;
      const next = left.find((name) =>
        Object.keys(this.#of(name).depends_on ?? {}).every((needed) => order.includes(needed)),
      );
      if (next === undefined) throw new CommandError(`These wait for each other: ${left.join(', ')}.`);
      await this.start(next);
      order.push(next);
    }
  }

  /**
   * Starts every replica of a service once its `service_healthy` dependencies are healthy. If another service depends
   * on the completion of this one, runs it until it ends.
   */
  async start(name: string): Promise<void> {
    for (const [needed, { condition }] of Object.entries(this.#of(name).depends_on ?? {}))
      if (condition === 'service_healthy') await this.#waitUntilHealthy(needed);
    const ends = Object.values(this.#services).some(
      ({ depends_on = {} }) => depends_on[name]?.condition === 'service_completed_successfully',
    );
    if (ends) {
      const { exitCode, output } = await this.runOnce(name, []);
      if (exitCode !== 0) throw new CommandError(`${name} ended with ${exitCode}:\n${output}`);
      return;
    }
    for (let replica = 1; replica <= (this.#of(name).deploy?.replicas ?? 1); replica += 1) {
      const container = `${this.#name}-${name}-${replica}`;
      await this.#podman('run', '--detach', '--name', container, ...this.#arguments(name, true));
      this.#started.add(container);
    }
  }

  async waitForEnd(name: string): Promise<void> {
    const exitCode = await this.#podman('wait', `${this.#name}-${name}-1`);
    if (exitCode !== '0') throw new CommandError(`${name} ended with ${exitCode}.`);
  }

  async runOnce(name: string, args: string[], input = '', entrypoint?: string[]): Promise<Answer> {
    const child = run('podman', [
      'run',
      '--rm',
      '--interactive',
      ...this.#arguments(name, false, args, entrypoint),
    ]);
    child.child.stdin?.end(input);
    return child.then(
      ({ stdout, stderr }) => ({ exitCode: 0, output: stdout + stderr }),
      (error: { code?: number; stdout?: string; stderr?: string }) => ({
        exitCode: error.code ?? 1,
        output: `${error.stdout ?? ''}${error.stderr ?? ''}`,
      }),
    );
  }

  exec(name: string, command: string[]): Promise<string> {
    return this.#podman('exec', `${this.#name}-${name}-1`, ...command);
  }

  async stop(name: string): Promise<void> {
    for (const container of [...this.#started].filter((each) => each.startsWith(`${this.#name}-${name}-`))) {
      await this.#podman('rm', '--force', '--time', '30', container);
      this.#started.delete(container);
    }
  }

  async logs(): Promise<string> {
    const parts = [...this.#started].map(async (container) => {
      const { stdout, stderr } = await run('podman', ['logs', '--tail', '15', container]);
      return `── ${container}\n${stdout}${stderr}`;
    });
    return (await Promise.all(parts)).join('\n');
  }

  async clear(): Promise<void> {
    for (const container of this.#started) await this.#podman('rm', '--force', '--time', '1', container);
    const volumes = await this.#podman('volume', 'ls', '--quiet', '--filter', `name=${this.#name}`);
    for (const volume of volumes.split('\n').filter(Boolean))
      await this.#podman('volume', 'rm', '--force', volume);
    await this.#podman('network', 'rm', '--force', this.#name);
  }

  #of(name: string): ComposeService {
    const service = this.#services[name];
    if (!service) throw new CommandError(`There is no service ${name}.`);
    return service;
  }

  /** Merges the service's networks into one, because podman 4 does not resolve names in an internal network. */
  #arguments(name: string, isPublished: boolean, args: string[] = [], given?: string[]): string[] {
    const service = this.#of(name);
    const text = JSON.stringify(service);
    const {
      environment = {},
      ports = [],
      volumes = [],
      tmpfs = [],
    } = JSON.parse(interpolate(text, this.#variables)) as ComposeService;
    const entrypoint = given ?? service.entrypoint;
    const network = service.network_mode ? ['none'] : [this.#name, '--network-alias', name];
    const each = (flag: string, values: string[]): string[] => values.flatMap((value) => [flag, value]);
    return [
      '--network',
      ...network,
      ...(service.init ? ['--init'] : []),
      ...(service.read_only ? ['--read-only', '--read-only-tmpfs=false'] : []),
      ...(service.user ? ['--user', service.user] : []),
      ...(service.shm_size ? ['--shm-size', service.shm_size] : []),
      ...each(
        '--tmpfs',
        tmpfs.map((path) => `${path}:mode=1777`),
      ),
      ...each('--cap-drop', service.cap_drop ?? []),
      ...each('--cap-add', service.cap_add ?? []),
      ...each(
        '--security-opt',
        (service.security_opt ?? []).map((option) => option.replace(':', '=')),
      ),
      ...each(
        '--env',
        Object.entries(environment).map(([key, value]) => `${key}=${value}`),
      ),
      ...each(
        '--volume',
        volumes.map((volume) => this.#volume(volume)),
      ),
      ...(isPublished
        ? each(
            '--publish',
            ports.map((port) => this.#port(port)),
          )
        : []),
      ...(entrypoint ? ['--entrypoint', JSON.stringify(entrypoint)] : []),
      service.image,
      ...(service.command && args.length === 0 && !given ? service.command : args),
    ];
  }

  #volume(volume: string): string {
    return volume.startsWith('./') ? join(ROOT, volume) : `${this.#name}-${volume}`;
  }

  #port(port: string): string {
    return port.replace(
      /^(.*:)(\d+)(:\d+)$/,
      (_, host: string, outer: string, inner: string) => `${host}${Number(outer) + this.#portsUp}${inner}`,
    );
  }

  async #waitUntilHealthy(name: string): Promise<void> {
    const [, ...check] = this.#of(name).healthcheck?.test ?? ['', ...healthcheckOf(this.#of(name))];
    const containers = [...this.#started].filter((each) => each.startsWith(`${this.#name}-${name}-`));
    const deadline = Date.now() + PATIENCE_MS;
    for (const container of containers)
      while (
        !(await this.#podman('exec', container, ...check).then(
          () => true,
          () => false,
        ))
      ) {
        if (Date.now() > deadline) throw new CommandError(`${container} does not get healthy.`);
        await sleep(500);
      }
  }

  async #podman(...args: string[]): Promise<string> {
    return (await run('podman', args)).stdout.trim();
  }
}

function healthcheckOf({ image }: ComposeService): string[] {
  const check = readImageStages()
    .get(image.replace(/^foyer-/, ''))
    ?.findLast(({ name }) => name === 'HEALTHCHECK');
  return JSON.parse(/CMD (\[.*\])$/.exec(check?.rest ?? '')?.[1] ?? '["true"]') as string[];
}
