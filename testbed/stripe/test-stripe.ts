/**
 * `STRIPE_SECRET_KEY=sk_test_… npm run test:stripe`: whether Stripe's test mode, or whatever STRIPE_API_URL says, behaves
 * as the portal relies on (docs/stripe.md). It makes customers and subscriptions there and deletes the customers; live
 * keys are refused. Ends with 1 when something did not hold.
 */
import { CommandError, exitWithError } from '@foyer/tools/command-error';
import { tryAssumptions } from './try-assumptions.ts';

try {
  const key = process.env['STRIPE_SECRET_KEY'];
  if (!key) throw new CommandError('Set STRIPE_SECRET_KEY to a key of test mode, sk_test_…');
  const { lines, isGood } = await tryAssumptions(
    key,
    process.env['STRIPE_API_URL'] || 'https://api.stripe.com',
    'pro_monthly',
  );
  console.log(lines.join('\n'));
  process.exitCode = isGood ? 0 : 1;
} catch (error) {
  exitWithError(error);
}
