/**
 * Compiles a source file of the API whenever it changes, to the folder from which `node --watch` runs it. The folder
 * must contain a complete build. The settings are those of apps/api/.swcrc.
 */
import { existsSync, mkdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { transformFile } from '@swc/core';
import { ROOT } from '../paths.ts';

const SOURCE = join(ROOT, 'apps', 'api', 'src');
const OUTPUT = join(ROOT, 'apps', 'api', 'dist');

watch(SOURCE, { recursive: true }, (_event, name) => {
  if (name?.endsWith('.ts') && !name.endsWith('.spec.ts')) void compile(name);
});

async function compile(name: string): Promise<void> {
  const source = join(SOURCE, name);
  const output = join(OUTPUT, name.replace(/\.ts$/, '.js'));
  if (!existsSync(source)) return rmSync(output, { force: true });
  try {
    const { code, map } = await transformFile(source, { cwd: join(ROOT, 'apps', 'api') });
    mkdirSync(dirname(output), { recursive: true });
    if (map) writeFileSync(`${output}.map`, map);
    writeFileSync(output, code);
    console.log(`compiled ${name}`);
  } catch (error) {
    // The code does not compile yet. The next save compiles again.
    console.error(`${name}: ${(error as Error).message}`);
  }
}
