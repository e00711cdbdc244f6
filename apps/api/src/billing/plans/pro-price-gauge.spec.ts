import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { PRO_PRICE } from '@foyer/card-provider-stand-in/prices';
import { skipRetryPauses } from '@foyer/card-provider-stand-in/test-provider';
import { MetricsServer } from '../../observe/metrics-server.ts';
import { TestBilling } from '../../test-support/test-billing.ts';
import { ProPriceGauge } from './pro-price-gauge.ts';

describe('the metric for the price of PRO', () => {
  let billing: TestBilling;
  beforeAll(async () => {
    skipRetryPauses();
    billing = await TestBilling.start();
  });
  afterAll(() => billing.stop());
  beforeEach(() => billing.provider.control.reset());

  const scrape = async () => {
    const { port } = billing.api.service(MetricsServer);
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    return text.split('\n').filter((line) => line.startsWith('foyer_pro_price_cents'));
  };
  const readAgain = () => billing.api.service(ProPriceGauge).read();

  it('is the provider’s price, is 0 if the price is archived, and stays while the provider is unreachable', async () => {
    await scrape();
    await readAgain();
    expect(await scrape()).toEqual(['foyer_pro_price_cents{currency="usd"} 19900']);
    billing.provider.control.replacePrice({ unitAmount: 24_900 });
    await readAgain();
    expect(await scrape()).toEqual(['foyer_pro_price_cents{currency="usd"} 24900']);
    const { data } = await billing.stripe.prices.list({ lookup_keys: [PRO_PRICE.lookupKey] });
    await billing.stripe.prices.update(data[0]?.id ?? '', { active: false });
    await readAgain();
    expect(await scrape()).toEqual(['foyer_pro_price_cents{currency="none"} 0']);
    billing.provider.control.addFault({ kind: 'error', method: 'GET', status: 500, count: 9 });
    await readAgain();
    billing.provider.control.clearFaults();
    expect(await scrape()).toEqual(['foyer_pro_price_cents{currency="none"} 0']);
  });

  it('is not read from the provider again for each scrape', async () => {
    await readAgain();
    billing.provider.control.clearCalls();
    for (let count = 0; count < 5; count++) await scrape();
    expect(billing.provider.control.calls()).toEqual([]);
  });
});
