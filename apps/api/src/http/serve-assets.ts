import type { RequestHandler } from 'express';
import sirv from 'sirv';

/**
 * The names of built files contain a content hash, so browsers may cache them forever. An exception is
 * third-party-notices.txt, which has no hash.
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
    // If a file was deleted after the start, its stream fails, and no other code handles this error.
    response.once('pipe', (file) => file.once('error', () => response.destroy()));
    serve(request, response, next);
  };
}
