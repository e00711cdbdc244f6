import type Stripe from 'stripe';

export function initialTaxSettings(): Stripe.Tax.Settings {
  return {
    object: 'tax.settings',
    defaults: { provider: 'stripe', tax_behavior: null, tax_code: null },
    head_office: {
      address: {
        city: 'New York',
        country: 'US',
        line1: '1 Main St',
        line2: null,
        postal_code: '10001',
        state: 'NY',
      },
    },
    livemode: false,
    status: 'active',
    status_details: { active: {} },
  };
}

export function pendingTaxSettings(): Stripe.Tax.Settings {
  return {
    ...initialTaxSettings(),
    head_office: null,
    status: 'pending',
    status_details: { pending: { missing_fields: ['head_office'] } },
  };
}
