/**
 * Stands in for the seating product, which the portal leads to after login. It offers the ways back that the real
 * one has. Environment: PRODUCT_PORT, PORTAL_URL, STAND_IN_HOST.
 */
import { createServer } from 'node:http';
import { STAND_IN_HOST } from './host.ts';

const portalUrl = new URL(process.env['PORTAL_URL'] ?? 'http://localhost:3000');
const logoutUrl = new URL('/logout', portalUrl);

const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Seating product (stand-in)</title>
    <style>
      body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: #f6f7f9; color: #1f2937;
             font: 1rem/1.6 system-ui, sans-serif; }
      main { max-width: 30rem; padding: 2rem; }
      h1 { margin: 0 0 0.5rem; font-size: 1.5rem; line-height: 1.3; }
      a { color: #1d4ed8; }
      nav { display: flex; gap: 1.5rem; margin-top: 1.5rem; }
    </style>
  </head>
  <body>
    <main>
      <h1>This page stands in for the seating product</h1>
      <p>You are through the portal: the real product would open here, with your events and diagrams.</p>
      <nav>
        <a href="${portalUrl.href}">Back to the portal</a>
        <a href="${logoutUrl.href}">Log out</a>
      </nav>
    </main>
  </body>
</html>
`;

const server = createServer((_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
  response.end(page);
});
server.listen(Number(process.env['PRODUCT_PORT']), STAND_IN_HOST);

process.once('SIGTERM', () => {
  server.closeAllConnections();
  server.close(() => process.exit(0));
});
