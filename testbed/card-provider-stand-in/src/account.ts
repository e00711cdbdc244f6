import type Stripe from 'stripe';
import { flagOf, hasParam, objectOf, textOf, textsOf, type Params } from './form.ts';
import { LIST_PARAMS, listAnswer, listRoute } from './list.ts';
import type { Provider, Route } from './provider.ts';
import { get, nowInSeconds, type Store } from './store.ts';
import { missingParam } from './stripe-error.ts';

/** Stores an endpoint. It does not change which events the stand-in sends, or where. */
export function addWebhookEndpoint(
  store: Store,
  { url, events, version }: { url: string; events: string[]; version: string | null },
): Stripe.WebhookEndpoint {
  const endpoint: Stripe.WebhookEndpoint = {
    id: store.newId('we'),
    object: 'webhook_endpoint',
    api_version: version,
    application: null,
    created: nowInSeconds(),
    description: null,
    enabled_events: events,
    livemode: false,
    metadata: {},
    status: 'enabled',
    url,
  };
  store.webhookEndpoints.set(endpoint.id, endpoint);
  return endpoint;
}

function createPortalConfiguration(provider: Provider, params: Params): Stripe.BillingPortal.Configuration {
  const features = objectOf(params, 'features') ?? {};
  const isOn = (name: string): boolean => flagOf(objectOf(features, name) ?? {}, 'enabled') ?? false;
  const cancel = objectOf(features, 'subscription_cancel') ?? {};
  const hasLoginPage = flagOf(objectOf(params, 'login_page') ?? {}, 'enabled') ?? false;
  const id = provider.store.newId('bpc');
  const configuration = {
    id,
    object: 'billing_portal.configuration',
    active: true,
    created: nowInSeconds(),
    features: {
      subscription_cancel: {
        enabled: isOn('subscription_cancel'),
        mode: textOf(cancel, 'mode') ?? 'at_period_end',
      },
      subscription_pause: { enabled: isOn('subscription_pause') },
      subscription_update: { enabled: isOn('subscription_update') },
    },
    is_default: false,
    livemode: false,
    login_page: { enabled: hasLoginPage, url: hasLoginPage ? `${provider.url}/p/login/${id}` : null },
    metadata: {},
  } as unknown as Stripe.BillingPortal.Configuration;
  provider.store.portalConfigurations.set(id, configuration);
  return configuration;
}

export const accountRoutes: Route[] = [
  {
    method: 'GET',
    path: '/v1/tax/settings',
    params: [],
    answer: ({ provider }) => provider.store.taxSettings,
  },
  {
    method: 'POST',
    path: '/v1/tax/settings',
    params: ['defaults'],
    answer({ provider, params }) {
      const settings = provider.store.taxSettings;
      const defaults = objectOf(params, 'defaults') ?? {};
      settings.defaults.tax_behavior = textOf(defaults, 'tax_behavior') ?? settings.defaults.tax_behavior;
      settings.defaults.tax_code = textOf(defaults, 'tax_code') ?? settings.defaults.tax_code;
      return settings;
    },
  },
  {
    method: 'POST',
    path: '/v1/webhook_endpoints',
    params: ['api_version', 'enabled_events', 'url'],
    answer({ provider, params }) {
      const url = textOf(params, 'url');
      if (!url) throw missingParam('url');
      if (!hasParam(params, 'enabled_events')) throw missingParam('enabled_events');
      const [events, version] = [textsOf(params, 'enabled_events'), textOf(params, 'api_version') ?? null];
      return addWebhookEndpoint(provider.store, { url, events, version });
    },
  },
  listRoute('webhookEndpoints'),
  {
    method: 'POST',
    path: '/v1/webhook_endpoints/:id',
    params: ['disabled', 'enabled_events'],
    answer({ provider, params, id }) {
      const endpoint = get(provider.store.webhookEndpoints, id, 'webhook_endpoint');
      const isDisabled = flagOf(params, 'disabled');
      if (isDisabled !== undefined) endpoint.status = isDisabled ? 'disabled' : 'enabled';
      if (hasParam(params, 'enabled_events')) endpoint.enabled_events = textsOf(params, 'enabled_events');
      return endpoint;
    },
  },
  {
    method: 'DELETE',
    path: '/v1/webhook_endpoints/:id',
    params: [],
    answer({ provider, id }) {
      get(provider.store.webhookEndpoints, id, 'webhook_endpoint');
      provider.store.webhookEndpoints.delete(id);
      return { id, object: 'webhook_endpoint', deleted: true };
    },
  },
  {
    method: 'POST',
    path: '/v1/billing_portal/configurations',
    params: ['features', 'login_page'],
    answer: ({ provider, params }) => createPortalConfiguration(provider, params),
  },
  {
    method: 'GET',
    path: '/v1/billing_portal/configurations',
    params: [...LIST_PARAMS, 'active', 'is_default'],
    answer(call) {
      const active = flagOf(call.params, 'active');
      const configurations = [...call.provider.store.portalConfigurations.values()].filter(
        (configuration) => active === undefined || configuration.active === active,
      );
      return listAnswer(call, configurations, '/v1/billing_portal/configurations');
    },
  },
];
