import { join } from 'node:path';

export const ROOT = join(import.meta.dirname, '..');

/** The folder for data of the portal, tests and tools. Ignored by git. */
export const DATA = join(ROOT, '.data');

/** The folder with the programs of the installed packages, including the project's Node. */
export const PACKAGE_BIN = join(ROOT, 'node_modules', '.bin');
