import type { SsoTestReply } from '@foyer/contracts/saml';
import { CheckFailed, CheckSkipped, type Check } from './examination.ts';

type Outcome = Pick<SsoTestReply['checks'][number], 'outcome' | 'detail'>;

/** What a check says, whatever becomes of it. */
export async function outcomeOf(run: () => ReturnType<Check>): Promise<Outcome> {
  try {
    const { detail, isWarning } = await run();
    return { outcome: isWarning ? 'warning' : 'passed', detail };
  } catch (error) {
    if (error instanceof CheckFailed) return { outcome: 'failed', detail: error.message };
    if (error instanceof CheckSkipped) return { outcome: 'skipped', detail: error.message };
    throw error;
  }
}
