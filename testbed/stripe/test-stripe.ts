/**
 * `STRIPE_SECRET_KEY=sk_test_… npm run test:stripe`: checks the portal's assumptions (docs/stripe.md) against Stripe's
 * test mode, or the server at STRIPE_API_URL. Creates customers and subscriptions, and deletes the customers. Rejects
 * live keys. Exits with 1 if a claim is false.
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
