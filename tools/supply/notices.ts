/**
 * Writes THIRD-PARTY-NOTICES: the packages in an image or in the browser's bundle, with their licenses and texts.
 *   node tools/supply/notices.ts > THIRD-PARTY-NOTICES      in an image build
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../paths.ts';
import { licenceOf } from './licences.ts';
import { isPackage, packageName, readLockFile } from './locked-packages.ts';

const TEXT = /^(?:licen[cs]e|copying|notice)(?:[.-].*)?$/i;

interface Manifest {
  name?: string;
  version?: string;
  license?: string;
  author?: string | { name?: string };
  homepage?: string;
}

export function noticesOf(root: string): string {
  const { packages } = readLockFile(root);
  const holders = new Map<string, string[]>();
  for (const path of Object.keys(packages).filter(isPackage).toSorted()) {
    const folder = join(root, path);
    if (packages[path]?.link || !existsSync(join(folder, 'package.json'))) continue;
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Manifest;
    const name = packageName(path);
    const licence = licenceOf(name, packages[path] ?? {}) ?? 'see below';
    const text = textsIn(folder) || withoutText(manifest);
    holders.set(text, [...(holders.get(text) ?? []), `${name} ${manifest.version ?? ''} (${licence})`]);
  }
  const parts = [...holders].map(([text, names]) => `${[...new Set(names)].join('\n')}\n\n${text}\n`);
  return `Foyer contains software by others. Their names, licences and licence texts follow.\n\n${parts.join(`\n${'-'.repeat(80)}\n\n`)}`;
}

function textsIn(folder: string): string {
  return readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile() && TEXT.test(file.name))
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').replaceAll('\r\n', '\n').trim())
    .toSorted()
    .join('\n\n');
}

function withoutText({ author, homepage }: Manifest): string {
  const by = typeof author === 'string' ? author : author?.name;
  return ['The package contains no licence text.', by && `By ${by}.`, homepage].filter(Boolean).join(' ');
}

if (import.meta.main) process.stdout.write(noticesOf(ROOT));
