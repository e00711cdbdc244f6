/** A stand-in for the card provider: the part of Stripe's HTTP API that the portal uses, and the script for pages. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { addWebhookEndpoint } from './account.ts';
import { answerApiCall } from './api-call.ts';
import { CallLog } from './call-log.ts';
import { answerControlCall } from './control-call.ts';
import { Control } from './control.ts';
import { API_VERSION } from './events.ts';
import { Faults } from './faults.ts';
import { IdempotencyKeys } from './idempotency.ts';
import { answerInvoicePage } from './invoice-page.ts';
import { isPageScript, pageScript } from './page-script.ts';
import { seedProPrice } from './prices.ts';
import type { Provider } from './provider.ts';
import { Store } from './store.ts';
import { Webhooks } from './webhooks.ts';

/** The address to listen on. Only a container, which has a network of its own, may accept calls from other hosts. */
const HOST = process.env['STAND_IN_HOST'] || '127.0.0.1';

/** Not secret, because they work only at a stand-in. */
export const STAND_IN_KEYS = {
  secretKey: 'sk_test_standin',
  publishableKey: 'pk_test_standin',
  webhookSecret: 'whsec_standin',
} as const;

export interface CardProviderOptions {
  port?: number | undefined;
  secretKey?: string | undefined;
  publishableKey?: string | undefined;
  webhookUrl?: string | undefined;
  webhookSecret?: string | undefined;
  webhookRetryDelaysMs?: number[] | undefined;
}

export interface CardProvider {
  port: number;
  url: string;
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  control: Control;
  stop(): Promise<void>;
}

export async function startCardProvider(options: CardProviderOptions = {}): Promise<CardProvider> {
  const webhookSecret = options.webhookSecret ?? STAND_IN_KEYS.webhookSecret;
  const provider: Provider = {
    url: '',
    secretKey: options.secretKey ?? STAND_IN_KEYS.secretKey,
    publishableKey: options.publishableKey ?? STAND_IN_KEYS.publishableKey,
    store: newStore(options.webhookUrl),
    webhooks: new Webhooks({
      url: options.webhookUrl,
      secret: webhookSecret,
      retryDelaysMs: options.webhookRetryDelaysMs,
    }),
    faults: new Faults(),
    calls: new CallLog(),
    idempotency: new IdempotencyKeys(),
    draftSeconds: 0,
  };
  const control = new Control(provider, async () => {
    await provider.webhooks.cancel();
    provider.store = newStore(options.webhookUrl);
    provider.faults.clear();
    provider.calls.clear();
    provider.idempotency.clear();
    provider.draftSeconds = 0;
  });
  const server = createServer((request, response) => void answer(provider, control, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, HOST, resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  provider.url = `http://127.0.0.1:${port}`;
  return {
    port,
    url: provider.url,
    secretKey: provider.secretKey,
    publishableKey: provider.publishableKey,
    webhookSecret,
    control,
    async stop() {
      await provider.webhooks.cancel();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function newStore(webhookUrl: string | undefined): Store {
  const store = new Store();
  seedProPrice(store);
  if (webhookUrl) addWebhookEndpoint(store, { url: webhookUrl, events: ['*'], version: API_VERSION });
  return store;
}

async function answer(
  provider: Provider,
  control: Control,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { pathname, search } = new URL(request.url ?? '/', provider.url);
  if (pathname.startsWith('/_control/')) {
    return answerControlCall(control, request, response, pathname.slice('/_control'.length));
  }
  response.setHeader('access-control-allow-origin', '*');
  if (request.method === 'OPTIONS') {
    response.writeHead(204, {
      'access-control-allow-methods': 'GET, POST',
      'access-control-allow-headers': 'authorization, content-type, stripe-version, idempotency-key',
    });
    response.end();
    return;
  }
  if (isPageScript(pathname)) {
    response.writeHead(200, {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'cross-origin',
    });
    response.end(pageScript(publicUrl(provider, request)));
    return;
  }
  if (pathname.startsWith('/i/')) return answerInvoicePage(provider, request, response, pathname);
  return answerApiCall(provider, request, response, pathname, search.slice(1));
}

/** Returns the stand-in's URL with the host name of the page's request, which the page's CSP allows. */
function publicUrl(provider: Provider, request: IncomingMessage): string {
  const host = request.headers.host ?? '';
  return /^(localhost|127\.0\.0\.1):\d+$/.test(host) ? `http://${host}` : provider.url;
}
