import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';

export interface Instruction {
  name: string;
  rest: string;
}

/** Returns the instructions of each stage of the Dockerfile, including those of its base stages. */
export function readImageStages(): Map<string, Instruction[]> {
  const stages = new Map<string, Instruction[]>();
  let current: Instruction[] = [];
  const lines = readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\s*\\\n\s*/g, ' ')
    .split('\n');
  for (const line of lines) {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? [];
    if (name === '') continue;
    const [, from = '', stage = ''] = (name === 'FROM' && /^(\S+) AS (\S+)$/.exec(rest)) || [];
    if (name === 'FROM') stages.set(stage, (current = [...(stages.get(from) ?? [{ name, rest: from }])]));
    else current.push({ name, rest });
  }
  return stages;
}

export function apiNodeOptions(): string {
  const script = readFileSync(join(ROOT, 'apps', 'api', 'start.sh'), 'utf8');
  return /^exec node (.*) "\$@" apps\/api\/dist\/main\.js$/m.exec(script)?.[1] ?? '';
}

export function imageEnvironment(stage: string): Record<string, string> {
  const instructions = readImageStages().get(stage) ?? [];
  const pairs = instructions
    .filter(({ name }) => name === 'ENV')
    .flatMap(({ rest }) => [...rest.matchAll(/(\w+)=(?:"([^"]*)"|(\S+))/g)]);
  return Object.fromEntries(pairs.map(([, name = '', quoted, plain = '']) => [name, quoted ?? plain]));
}
