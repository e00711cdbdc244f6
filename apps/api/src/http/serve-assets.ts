import type { RequestHandler } from 'express';
import sirv from 'sirv';

/** Built files: their names hold a hash of what is in them, so they may be kept for ever. Compressed at build. */
export function serveAssets(folder: string): RequestHandler {
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    setHeaders: (response) => response.setHeader('Cache-Control', 'public, max-age=31536000, immutable'),
  });
  return (request, response, next) => {
    // A file that went away since we started fails while it is read; nobody else listens for that.
    response.once('pipe', (file) => file.once('error', () => response.destroy()));
    serve(request, response, next);
  };
}
