import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

type Attribute = { key: string; value: { stringValue?: string } };
type ResourceSpans = {
  resource: { attributes: Attribute[] };
  scopeSpans: { spans: Omit<SentSpan, 'resource'>[] }[];
};

export type SentSpan = {
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Attribute[];
  resource: Record<string, string | undefined>;
};

export class TestCollector {
  readonly received: string[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        this.received.push(`${request.url} ${body}`);
        response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
      });
    });
  }

  static async start(): Promise<TestCollector> {
    const collector = new TestCollector();
    await new Promise<void>((resolve) => collector.#server.listen(0, '127.0.0.1', resolve));
    return collector;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get spans(): SentSpan[] {
    return this.received.flatMap((line) => {
      const { resourceSpans } = JSON.parse(line.slice(line.indexOf(' '))) as {
        resourceSpans: ResourceSpans[];
      };
      return resourceSpans.flatMap(({ resource, scopeSpans }) => {
        const about = Object.fromEntries(
          resource.attributes.map(({ key, value }) => [key, value.stringValue]),
        );
        return scopeSpans.flatMap(({ spans }) => spans.map((span) => ({ ...span, resource: about })));
      });
    });
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}
