import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../places.ts';

export interface ComposeService {
  image: string;
  build?: { context: string; target: string };
  environment?: Record<string, string | number>;
  profiles?: string[];
  ports?: string[];
  volumes?: string[];
  read_only?: boolean;
  init?: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  tmpfs?: string[];
  stop_grace_period?: string;
  deploy?: { replicas: number };
  depends_on?: Record<string, { condition: string }>;
}

export const COMPOSE_FILE = join(ROOT, 'docker-compose.yml');

/** The services of docker-compose.yml as they are written, anchors resolved and variables not. */
export function readComposeServices(): Record<string, ComposeService> {
  const text = readFileSync(COMPOSE_FILE, 'utf8');
  return (parse(text, { merge: true }) as { services: Record<string, ComposeService> }).services;
}

/** Replaces `${NAME}`, `${NAME:-default}` and `${NAME:?message}` as Compose does. Throws what a missing one says. */
export function interpolate(text: string, variables: Record<string, string>): string {
  return text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, sign?: string, rest = '') => {
    const value = variables[name];
    if (value) return value;
    if (sign === '?') throw new Error(`${name} ${String(rest)}`);
    return String(rest);
  });
}
