import type { RequestHandler } from 'express';
import sirv from 'sirv';

/**
 * Serves the built files. Their names contain a content hash, so browsers may cache them forever. They were compressed at build
 * time. Only third-party-notices.txt keeps its name.
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
    // If a file was deleted since the start, streaming it fails, and nothing else handles that error.
    response.once('pipe', (file) => file.once('error', () => response.destroy()));
    serve(request, response, next);
  };
}
