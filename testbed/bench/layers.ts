import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { apiNodeOptions } from '@foyer/tools/deploy/image-stages';
import type { Harness } from '../harness/harness.ts';
import type { LoadRequest } from './load.ts';
import { FEW } from './measure-calls.ts';
import { notes } from './report.ts';
import { sendLoad } from './run-child.ts';

/**
 * Matches the layer of a file: a package, a folder of the API, or a library of the project. The innermost match in a
 * stack counts, so a layer does not include the layers that it calls.
 */
const PACKAGE = /.*\/node_modules\/(?<layer>(?:@[^/]+\/)?[^/]+)/;
const FOLDER = /\/(?<layer>(?:apps\/api\/dist|libs)\/[^/]+)/;
const OF_NODE = 'Node: HTTP, event loop';
const COLLECTOR = 'garbage collector, main thread';
const CONNECTIONS = 16;
const WARM_UP_SECONDS = 2;
const SECONDS = 8;

type Profile = {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[];
  startTime: number;
  samples: number[];
  timeDeltas: number[];
};

/**
 * Measures a session check by layer, in CPU time of the main thread. The replica samples its stack twice a
 * millisecond, which costs about 10 %.
 */
export async function measureLayers(harness: Harness, session: LoadRequest): Promise<void> {
  const folder = mkdtempSync(join(harness.folder, 'profile-'));
  const options = `--cpu-prof --cpu-prof-interval=500 --cpu-prof-dir=${folder}`;
  const api = await harness.startApi({
    NODE_OPTIONS: `${apiNodeOptions()} ${options}`,
  });
  const plan = { url: api.url, connections: CONNECTIONS, requests: [session], first: 0, range: FEW };
  await sendLoad({ ...plan, seconds: WARM_UP_SECONDS });
  const from = microseconds();
  const before = api.program.mainThreadSeconds;
  const { answered } = await sendLoad({ ...plan, seconds: SECONDS });
  const perCall = ((api.program.mainThreadSeconds - before) * 1e6) / answered;
  const to = microseconds();
  await api.program.end('SIGTERM');
  const [file] = readdirSync(folder).filter((name) => name.includes('.0.'));
  const profile = JSON.parse(readFileSync(join(folder, file ?? ''), 'utf8')) as Profile;
  rmSync(folder, { recursive: true });
  const shares = sharesByLayer(profile, from, to);
  const rows = shares
    .toSorted(([, one], [, other]) => other - one)
    .map(
      ([layer, share]) => `    ${layer}: ${(share * perCall).toFixed(1)} µs, ${(share * 100).toFixed(1)} %`,
    );
  notes.push(
    `GET /session by layer, of ${perCall.toFixed(0)} µs of the main thread a call:\n${rows.join('\n')}`,
  );
}

function microseconds(): number {
  return Number(process.hrtime.bigint() / 1000n);
}

/** Returns each layer's share of the busy time. If other programs use the CPU, system calls get too large a share. */
function sharesByLayer({ nodes, startTime, samples, timeDeltas }: Profile, from: number, to: number) {
  const costs = new Map<string, number>();
  const layerOf = layersOf(nodes);
  let at = startTime;
  for (const [index, id] of samples.entries()) {
    const spent = timeDeltas[index] ?? 0;
    at += spent;
    const layer = layerOf.get(id);
    if (layer === undefined || at < from || at > to) continue;
    costs.set(layer, (costs.get(layer) ?? 0) + spent);
  }
  const all = [...costs.values()].reduce((sum, cost) => sum + cost, 0);
  return [...costs].map(([layer, cost]): [string, number] => [layer, cost / all]);
}

function layersOf(nodes: Profile['nodes']): Map<number, string> {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const found = new Map<number, string>();
  const visit = (id: number, outer: string): void => {
    const node = byId.get(id);
    if (!node) return;
    const { functionName, url } = node.callFrame;
    const own = (PACKAGE.exec(url) ?? FOLDER.exec(url))?.groups?.['layer'] ?? outer;
    if (functionName !== '(idle)') found.set(id, functionName === '(garbage collector)' ? COLLECTOR : own);
    for (const child of node.children ?? []) visit(child, own);
  };
  const [root] = nodes;
  if (root) visit(root.id, OF_NODE);
  return found;
}
