import sirv from 'sirv';

/** Built files: their names hold a hash of what is in them, so they may be kept for ever. Compressed at build. */
export function serveAssets(folder: string) {
  return sirv(folder, {
    brotli: true,
    gzip: true,
    setHeaders: (response) => response.setHeader('Cache-Control', 'public, max-age=31536000, immutable'),
  });
}
