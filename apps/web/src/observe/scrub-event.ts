import { isTokenBearing, stripSecrets, stripSecretsIn } from './strip-secrets.ts';

type MonitoringEvent = {
  type: string;
  view: {
    url: string;
    referrer?: string | undefined;
    name?: string | undefined;
    performance?: { lcp?: { resource_url?: string | undefined } | undefined } | undefined;
  };
  resource?: { url: string } | undefined;
  error?:
    | {
        message: string;
        stack?: string | undefined;
        handling_stack?: string | undefined;
        resource?: { url: string } | undefined;
      }
    | undefined;
  long_task?:
    | { scripts?: { source_url?: string | undefined; invoker?: string | undefined }[] | undefined }
    | undefined;
};

/** Removes secrets from an event. Returns whether to send the event. The library sends views in any case. */
export function scrubEvent(event: MonitoringEvent, path: string): boolean {
  const { type, view, resource, error, long_task: longTask } = event;
  strip(view, 'url', 'referrer', 'name');
  strip(view.performance?.lcp, 'resource_url');
  strip(resource, 'url');
  strip(error?.resource, 'url');
  for (const script of longTask?.scripts ?? []) strip(script, 'source_url', 'invoker');
  if (error) {
    error.message = stripSecretsIn(error.message);
    if (error.stack) error.stack = stripSecretsIn(error.stack);
    if (error.handling_stack) error.handling_stack = stripSecretsIn(error.handling_stack);
  }
  return type === 'view' || !isTokenBearing(path);
}

function strip<K extends string>(
  place: Partial<Record<K, string | undefined>> | undefined,
  ...keys: K[]
): void {
  for (const key of keys) {
    const address = place?.[key];
    if (place && address) place[key] = stripSecrets(address);
  }
}
