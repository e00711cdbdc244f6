import { chmodSync, copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ROOT } from '../paths.ts';
import { askForDigest, baseImagesIn, FILES_WITH_IMAGES, pinFiles, pinImages } from './pin-images.ts';

const DIGEST = `sha256:${'0123456789abcdef'.repeat(4)}`;
const NEWER = `sha256:${'fedcba9876543210'.repeat(4)}`;
const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8');

describe('npm run images:pin', () => {
  let folder: string;
  const path = process.env['PATH'];
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'foyer-pin-'));
    for (const name of FILES_WITH_IMAGES) copyFileSync(join(ROOT, name), join(folder, name));
  });
  afterEach(() => {
    process.env['PATH'] = path;
    rmSync(folder, { recursive: true });
  });

  /** A program of that name, first on the path. */
  function pretendDocker(script: string): void {
    const file = join(folder, 'docker');
    writeFileSync(file, `#!/bin/sh\n${script}\n`);
    chmodSync(file, 0o755);
    process.env['PATH'] = [folder, path].join(delimiter);
  }

  it('writes the digest behind every image of others, and leaves ours alone', () => {
    pretendDocker(`test "$1 $2 $3" = "buildx imagetools inspect" && echo '"${DIGEST}"'`);
    const changes = pinFiles(folder);
    expect(changes).toEqual(
      ['Dockerfile: node', 'docker-compose.yml: postgres', 'docker-compose.yml: caddy'].map((begin) =>
        expect.stringMatching(new RegExp(`^${begin}:.*@${DIGEST}$`)),
      ),
    );
    for (const name of FILES_WITH_IMAGES) {
      const images = baseImagesIn(read(folder, name));
      expect(images.length).toBeGreaterThan(0);
      for (const { digest } of images) expect(digest).toBe(`@${DIGEST}`);
      expect(read(folder, name).replaceAll(`@${DIGEST}`, '')).toBe(
        read(ROOT, name).replaceAll(/@sha256:[0-9a-f]{64}/g, ''),
      );
    }
    expect(pinFiles(folder)).toEqual([]);
  });

  it('replaces a digest that is no longer the one of the tag', () => {
    const { text, changes } = pinImages(
      `FROM node:24-slim@${DIGEST} AS base\nFROM base AS next\n`,
      () => NEWER,
    );
    expect(text).toBe(`FROM node:24-slim@${NEWER} AS base\nFROM base AS next\n`);
    expect(changes).toEqual([`node:24-slim@${NEWER}`]);
  });

  it.each([
    ['an answer that is no digest', 'echo latest', /no digest: latest\. Nothing was changed/],
    [
      'a registry out of reach',
      'test "$2" = version || { echo no route >&2; exit 1; }',
      /cannot be read: no route Nothing was changed/,
    ],
    [
      'a docker without buildx',
      'echo "unknown flag: --format"; echo "Usage:  docker [OPTIONS] COMMAND" >&2; exit 125',
      /cannot be read: this `docker` has no buildx\. Install Docker's plugin for it\. Nothing was changed/,
    ],
  ])('changes nothing after %s', (_what, script, sentence) => {
    pretendDocker(script);
    expect(() => pinFiles(folder)).toThrow(sentence);
    for (const name of FILES_WITH_IMAGES) expect(read(folder, name)).toBe(read(ROOT, name));
  });

  it('says so where there is no docker', () => {
    process.env['PATH'] = folder;
    expect(() => askForDigest('node:24-slim')).toThrow(/there is no `docker` here/);
  });
});
