import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { logError } from '../../observe/log.ts';
import { Metrics } from '../../observe/metrics.ts';
import { Problem } from '../../request/problem.ts';
import { CardProvider } from '../provider/card-provider.ts';

const READ_AGAIN_AFTER_MS = 60_000;

/** A scrape returns the last value and never waits for the provider. */
@Injectable()
export class ProPriceGauge {
  #known: { currency: string; cents: number } | undefined;
  #readAt = -Infinity;

  constructor(
    metrics: Metrics,
    private readonly provider: CardProvider,
  ) {
    const gauge: Gauge = new Gauge({
      name: 'foyer_pro_price_cents',
      help: 'The active price with the configured lookup key; 0 of the currency "none" where there is none.',
      labelNames: ['currency'],
      registers: [metrics.registry],
      collect: () => {
        if (performance.now() - this.#readAt > READ_AGAIN_AFTER_MS) void this.read();
        gauge.reset();
        if (this.#known) gauge.set({ currency: this.#known.currency }, this.#known.cents);
      },
    });
  }

  async read(): Promise<void> {
    this.#readAt = performance.now();
    try {
      const price = await this.provider.findActivePrice();
      this.#known = { currency: price?.currency ?? 'none', cents: price?.unit_amount ?? 0 };
    } catch (error) {
      // A `Problem` means that the provider is down or not configured. Other calls to the provider report that.
      if (!(error instanceof Problem)) logError(error, 'the price of PRO could not be read');
    }
  }
}
