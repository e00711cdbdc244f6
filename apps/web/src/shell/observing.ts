import type { TrackingAnswer } from '@foyer/contracts/page-values';
import { useSyncExternalStore } from 'react';
import { send } from '../http/send.ts';
import { usePageValues } from '../page-values/page-values.tsx';
import { makeListeners } from '../ui/listeners.ts';
import { t } from '../words/t.ts';

let answer: TrackingAnswer | undefined;
const changes = makeListeners();

/** An answer that the visitor gave on this page replaces the one in the page values. */
export function useObserving(): TrackingAnswer | undefined {
  const { observing } = usePageValues();
  return useSyncExternalStore(
    changes.subscribe,
    () => answer ?? observing,
    () => observing,
  );
}

/**
 * If the visitor declines, monitoring and analytics stop, in other tabs at the next focus, click or key. If the visitor
 * agrees, they start at the next page load.
 */
export async function answerObserving(isAllowed: boolean): Promise<void> {
  const { endpoints } = await import('@foyer/contracts/endpoints');
  const reply = import('@foyer/contracts/identity/security').then((contract) => contract.doneReply);
  await send(endpoints.observeConsent, { body: { isAllowed }, reply });
  answer = isAllowed ? 'yes' : 'no';
  changes.notify();
  dispatchEvent(new Event('observe-answered'));
}

export const observeOutcome = (observing: TrackingAnswer | undefined) =>
  observing === 'yes'
    ? t(
        'shell.observing.allowed',
        'Saved. Monitoring and analytics start on the next page. You can change this under “Privacy choices” at the end of the page.',
      )
    : t(
        'shell.observing.denied',
        'Saved. Monitoring and analytics are off. You can change this under “Privacy choices” at the end of the page.',
      );

export const notSaved = () =>
  t('shell.observing.saveFailed', 'We couldn’t save your choice. Check your connection and try again.');
