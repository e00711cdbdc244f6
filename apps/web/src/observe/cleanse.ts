import { isTokenBearing, stripSecrets } from './strip-secrets.ts';

/** The places of a monitoring event where an address can stand. */
type MonitoringEvent = {
  type: string;
  view: { url: string; referrer?: string | undefined; name?: string | undefined };
  resource?: { url: string } | undefined;
  error?: { resource?: { url: string } | undefined } | undefined;
};

/** Takes every secret out of an event; answers whether it may be sent. A view cannot be held back, only cleansed. */
export function cleanse({ type, view, resource, error }: MonitoringEvent, path: string): boolean {
  view.url = stripSecrets(view.url);
  if (view.referrer) view.referrer = stripSecrets(view.referrer);
  if (view.name) view.name = stripSecrets(view.name);
  for (const call of [resource, error?.resource]) if (call) call.url = stripSecrets(call.url);
  return type === 'view' || !isTokenBearing(path);
}
