import type { BrowserContext, Route } from '@playwright/test';

export const SEGMENT_CDN = 'https://cdn.segment.com';
export const SEGMENT_API = 'https://api.segment.io';
export const INTAKE = 'https://browser-intake-us3-datadoghq.com';
export const WRITE_KEY = 'write-key';
export const OBSERVERS = [SEGMENT_CDN, SEGMENT_API, INTAKE];

export type Sent = { url: string; body: string };
export type Traits = Record<string, unknown>;

/** The settings that Segment's CDN returns for a source whose only destination is Segment. */
const sourceSettings = {
  integrations: { 'Segment.io': { apiKey: WRITE_KEY, unbundledIntegrations: [] } },
  plan: { track: { __default: { enabled: true } }, identify: { __default: { enabled: true } } },
};

export async function recordObservers(context: BrowserContext): Promise<Sent[]> {
  const sent: Sent[] = [];
  const record = async (route: Route): Promise<void> => {
    const request = route.request();
    sent.push({ url: request.url(), body: request.postData() ?? '' });
    const json = request.url().startsWith(SEGMENT_CDN) ? sourceSettings : { success: true };
    await route.fulfill({ json, headers: { 'access-control-allow-origin': '*' } });
  };
  for (const pattern of [`${SEGMENT_CDN}/**`, `${SEGMENT_API}/**`, 'https://browser-intake-*/**'])
    await context.route(pattern, record);
  return sent;
}

export function to(host: string, sent: Sent[]): Sent[] {
  return sent.filter(({ url }) => url.startsWith(host));
}

export function identifyCalls(sent: Sent[]): { userId: string; traits: Traits; context: Traits }[] {
  return to(`${SEGMENT_API}/v1/i`, sent).map(({ body }) => JSON.parse(body));
}
