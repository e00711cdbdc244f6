import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium, type Browser } from '@playwright/test';
import { CommandError } from '../command-error.ts';
import { ROOT } from '../paths.ts';

const FONTS = [
  // Latin, Greek, Cyrillic, Arabic, Hebrew.
  { name: 'dejavu-fonts-ttf', files: 'ttf' },
  // Japanese, Chinese, Korean.
  { name: '@expo-google-fonts/kosugi', files: '.' },
  { name: '@expo-google-fonts/zcool-xiaowei', files: '400Regular' },
  { name: '@expo-google-fonts/gowun-dodum', files: '400Regular' },
];

/** The font that pages get for each font family that their styles name. */
const FAMILIES = [
  { wanted: ['sans-serif', 'sans', 'system-ui', 'Arial', 'Helvetica'], given: 'DejaVu Sans' },
  { wanted: ['serif', 'Times New Roman', 'Times'], given: 'DejaVu Serif' },
  { wanted: ['monospace', 'Monospace', 'Courier New'], given: 'DejaVu Sans Mono' },
];

const SAMPLES = {
  Latin: 'Ağß',
  Greek: 'Ωλ',
  Cyrillic: 'Жї',
  Arabic: 'عپ',
  Hebrew: 'שם',
  Chinese: '汉们',
  Japanese: 'あ濱',
  Korean: '한글',
};

/**
 * Configures the project's fonts for all browsers that this process starts later, so that pages have the same layout on
 * every machine. Without any font, Chromium exits immediately. Checks each new configuration in a browser.
 */
export async function bringFonts(browser: string, folder: string): Promise<void> {
  const packages = join(ROOT, 'node_modules');
  const described = JSON.stringify([FONTS, FAMILIES, SAMPLES, packages, browser, FONTS.map(readVersion)]);
  const key = createHash('sha256').update(described).digest('hex').slice(0, 12);
  const place = join(folder, `fonts-${key}`);
  const file = join(place, 'fonts.conf');
  const checked = join(place, 'checked');
  process.env['FONTCONFIG_PATH'] = place;
  process.env['FONTCONFIG_FILE'] = file;
  if (existsSync(checked)) return;
  mkdirSync(place, { recursive: true });
  // Needs no lock, because concurrent runs write the same content.
  writeFileSync(file, describeFonts(packages, join(place, 'cache')));
  await checkFonts(browser, place);
  writeFileSync(checked, '');
}

function readVersion({ name }: { name: string }): string {
  const manifest = readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}

function describeFonts(packages: string, cache: string): string {
  const folders = FONTS.map(({ name, files }) => `<dir>${escapeText(join(packages, name, files))}</dir>`);
  const families = FAMILIES.flatMap(({ wanted, given }) =>
    wanted.map(
      (family) =>
        `<alias binding="same"><family>${family}</family><prefer><family>${given}</family></prefer></alias>`,
    ),
  );
  return [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    ...folders,
    `<cachedir>${escapeText(cache)}</cachedir>`,
    ...families,
    '</fontconfig>',
    '',
  ].join('\n');
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Throws a `CommandError` if the browser does not start, or shows a sample blank or as the box for a missing glyph. */
async function checkFonts(executablePath: string, place: string): Promise<void> {
  const browser = await start(executablePath, place);
  try {
    const page = await browser.newPage();
    const missing: unknown = await page.evaluate(FIND_MISSING);
    if (missing !== '')
      throw new CommandError(`The browser cannot draw ${String(missing)} with the fonts of ${place}.`);
  } finally {
    await browser.close();
  }
}

async function start(executablePath: string, place: string): Promise<Browser> {
  try {
    return await chromium.launch({ executablePath, args: ['--no-sandbox'] });
  } catch (error) {
    throw new CommandError(
      `The browser does not start with the fonts of ${place}. Its last output:\n${String(error).slice(-1000)}`,
    );
  }
}

/** Finds the samples that a page cannot draw. U+0378 is unassigned, so it renders as the box for a missing glyph. */
const FIND_MISSING = `(() => {
  const draw = (letter) => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 40, height: 40 });
    const context = canvas.getContext('2d');
    context.font = '24px sans-serif';
    context.fillText(letter, 6, 28);
    return canvas.toDataURL();
  };
  const bad = [draw(' '), draw('\\u0378')];
  const samples = Object.entries(${JSON.stringify(SAMPLES)});
  return samples
    .filter(([, letters]) => [...letters].some((letter) => bad.includes(draw(letter))))
    .map(([script]) => script)
    .join(', ');
})()`;
