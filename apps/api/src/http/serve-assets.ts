import type { RequestHandler } from 'express';
import sirv from 'sirv';

/**
 * Built files: their names contain a content hash, so they are cached for ever. Compressed at build time. Only
 * third-party-notices.txt keeps its name.
 */
export function serveAssets(folder: string): RequestHandler {
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    setHeaders: (response, path) => {
      if (!path.endsWith('.txt')) response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    },
  });
  return (request, response, next) => {
    // A file deleted since the start fails while it is streamed, and nothing else handles that error.
    response.once('pipe', (file) => file.once('error', () => response.destroy()));
    serve(request, response, next);
  };
}
