import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../paths.ts';

export interface ComposeService {
  image: string;
  build?: { context: string; target: string };
  entrypoint?: string[];
  command?: string[];
  environment?: Record<string, string | number>;
  env_file?: { path: string; required: boolean }[];
  profiles?: string[];
  ports?: string[];
  volumes?: string[];
  networks?: string[];
  network_mode?: string;
  read_only?: boolean;
  init?: boolean;
  user?: string;
  cap_drop?: string[];
  cap_add?: string[];
  security_opt?: string[];
  tmpfs?: string[];
  shm_size?: string;
  stop_grace_period?: string;
  restart?: string;
  healthcheck?: { test: string[] };
  deploy?: { replicas: number };
  depends_on?: Record<string, { condition: string }>;
}

export const COMPOSE_FILE = 'docker-compose.yml';
/** The file that `docker compose up` merges by default. */
export const OVERRIDE_FILE = 'docker-compose.override.yml';

/** Parses a compose file. Resolves anchors but not variables. */
export const readComposeFile = (
  file: string,
): { services: Record<string, ComposeService>; volumes: Record<string, null> } =>
  parse(readFileSync(join(ROOT, file), 'utf8'), { merge: true });

/** Merges the services of all files. A later file changes single variables, and replaces other settings as a whole. */
export function readComposeServices(files = [COMPOSE_FILE, OVERRIDE_FILE]): Record<string, ComposeService> {
  const services: Record<string, ComposeService> = {};
  for (const file of files)
    for (const [name, { environment, ...rest }] of Object.entries(readComposeFile(file).services)) {
      const before = services[name];
      services[name] = { ...before, ...rest, environment: { ...before?.environment, ...environment } };
    }
  return services;
}

export const secretsOf = ({ entrypoint = [], command = [], volumes = [] }: ComposeService) => ({
  volumes: volumes.filter((volume) => volume.startsWith('secrets')),
  files: [...entrypoint, ...command].flatMap(
    (word) => /^--env-file=\/run\/foyer\/(.+)$/.exec(word)?.[1] ?? [],
  ),
});

/** Replaces `${NAME}` and `${NAME:-default}` like Compose. */
export function interpolate(text: string, variables: Record<string, string> = {}): string {
  return text.replaceAll(/\$\{(\w+)(?::-([^}]*))?\}/g, (_, name: string, fallback = '') =>
    variables[name] ? variables[name] : String(fallback),
  );
}
