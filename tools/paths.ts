import { join } from 'node:path';

/** The repository's own folder, wherever it was cloned to. */
export const ROOT = join(import.meta.dirname, '..');

/** All that running the portal leaves behind; git-ignored. */
export const DATA = join(ROOT, '.data');

/** Executables of the installed packages, the project's Node among them. */
export const PACKAGE_BIN = join(ROOT, 'node_modules', '.bin');
