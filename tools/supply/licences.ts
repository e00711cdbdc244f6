const PERMISSIVE: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'OFL-1.1',
  'Unlicense',
  'WTFPL',
]);

/** Packages that state their license only in a file. A developer has read it. */
const READ_IN_THEIR_FILES: Readonly<Record<string, string>> = {
  '@auth0/xmldom': 'MIT OR LGPL-2.0-or-later',
  '@segment/facade': 'MIT',
  '@segment/isodate': 'MIT',
  '@segment/isodate-traverse': 'MIT',
  busboy: 'MIT',
  'new-date': 'MIT',
  'passport-strategy': 'MIT',
  pause: 'MIT',
  'seq-queue': 'MIT',
  streamsearch: 'MIT',
  'utils-flatten': 'MIT',
  'valid-url': 'MIT',
  'xmlhttprequest-ssl': 'MIT',
  xpath: 'MIT',
  xtend: 'MIT',
};

export const EXCEPTIONS: readonly { name: string; licence: string; image: string; why: string }[] = [
  {
    name: 'elkjs',
    licence: 'EPL-2.0',
    image: 'operate',
    why: 'Prisma Studio places the boxes of its diagram with it. It is passed on as it is, as a package of its own, in an image that only operators run.',
  },
];

export function licenceOf(name: string, { license }: { license?: string }): string | undefined {
  return READ_IN_THEIR_FILES[name] ?? license;
}

/** Whether an SPDX expression allows use under permissive licenses alone. */
export function isPermissive(expression: string): boolean {
  const plain = expression.replaceAll(/[()]/g, '').trim();
  const either = plain.split(/ or /i);
  if (either.length > 1) return either.some(isPermissive);
  return plain.split(/ and /i).every((name) => PERMISSIVE.has(name.trim()) || name.trim() === 'mit');
}
