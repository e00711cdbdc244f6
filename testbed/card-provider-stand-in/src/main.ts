/**
 * Starts the stand-in of the card provider. Environment: CARD_PROVIDER_PORT, WEBHOOK_URL, WEBHOOK_SECRET,
 * STAND_IN_HOST. CARD_PROVIDER_SECRET_KEY and CARD_PROVIDER_PUBLISHABLE_KEY override the default keys.
 */
import { startCardProvider } from './start-card-provider.ts';

const provider = await startCardProvider({
  port: Number(process.env['CARD_PROVIDER_PORT'] || 12_111),
  webhookUrl: process.env['WEBHOOK_URL'],
  webhookSecret: process.env['WEBHOOK_SECRET'] || undefined,
  secretKey: process.env['CARD_PROVIDER_SECRET_KEY'] || undefined,
  publishableKey: process.env['CARD_PROVIDER_PUBLISHABLE_KEY'] || undefined,
});
console.log(`card provider stand-in listens at ${provider.url}`);

process.once('SIGTERM', () => {
  void provider.stop().then(() => process.exit(0));
});
