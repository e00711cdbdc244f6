import type { SamlProofOutcome } from '@foyer/contracts/company/saml';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { sessionQuery } from '../../http/session-query.ts';
import { onStepUpElsewhere } from '../../navigation/company-step-up.ts';

type State = 'idle' | 'waiting' | Exclude<SamlProofOutcome, 'ok'>;

/** A step-up through the company runs in a new tab, so that this page keeps its input. */
export function useCompanyStepUp(onStepUp: () => void) {
  const queries = useQueryClient();
  const [state, setState] = useState<State>('idle');
  const hear = useEffectEvent((outcome: SamlProofOutcome) => {
    if (outcome !== 'ok') return setState(outcome);
    void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    onStepUp();
  });
  useEffect(() => onStepUpElsewhere(hear), []);
  return {
    begin: () => setState('waiting'),
    isWaiting: state === 'waiting',
    failure: state === 'idle' || state === 'waiting' ? undefined : state,
  };
}
