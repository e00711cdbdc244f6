import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { makeLeakedPasswordsList } from './make-leaked-passwords-list.ts';

it('leaked-passwords-list.ts equals the list that is generated from the package', async () => {
  const written = await readFile(join(import.meta.dirname, 'leaked-passwords-list.ts'), 'utf8');
  expect(written).toBe(await makeLeakedPasswordsList());
});
