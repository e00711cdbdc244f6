import { Agent, request, type IncomingHttpHeaders } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 16 });

export type RawReply = { status: number; headers: IncomingHttpHeaders; text: string };

/** Other clients would normalize the path. */
export function callRaw(
  origin: string,
  { method, path, ...headers }: { method: string; path: string } & Record<string, string>,
): Promise<RawReply> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    request({ agent, hostname, port, method, path, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    })
      .on('error', reject)
      .end();
  });
}
