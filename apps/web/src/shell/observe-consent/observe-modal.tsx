import type { TrackingAnswer } from '@foyer/contracts/page-values';
import { useMutation } from '@tanstack/react-query';
import { answerObserving, notSaved, observeOutcome, useObserving } from '../observing.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { Modal } from '../../ui/modal.tsx';
import { t } from '../../words/t.ts';

export function ObserveModal({ onClose }: { onClose(): void }) {
  const observing = useObserving();
  const { mutate, isPending, isSuccess, isError } = useMutation({ mutationFn: answerObserving });
  const answer = (isAllowed: boolean) => () => {
    if (!isPending) mutate(isAllowed);
  };
  return (
    <Modal
      title={t('shell.privacyChoices', 'Privacy choices')}
      onClose={onClose}
      actions={
        observing !== 'gpc' && (
          <>
            <Button variant="secondary" onClick={answer(false)}>
              {t('shell.denyButton', 'Don’t allow')}
            </Button>
            <Button variant="secondary" onClick={answer(true)}>
              {t('shell.allowButton', 'Allow ## monitoring and analytics')}
            </Button>
          </>
        )
      }
    >
      <p>
        {t(
          'shell.observeModal.explanation',
          'Monitoring shows us what fails here and what’s slow. Analytics learns who logs in, with their name, email address and team. Other companies run both for us, and monitoring keeps a cookie in your browser.',
        )}
      </p>
      {!isSuccess && <p>{standing(observing)}</p>}
      <Message kind="success">{isSuccess && observeOutcome(observing)}</Message>
      <Message kind="error">{isError && notSaved()}</Message>
    </Modal>
  );
}

function standing(observing: TrackingAnswer | undefined): string {
  if (observing === 'gpc')
    return t(
      'shell.observeModal.privacySignal',
      'Your browser sends a Global Privacy Control signal, so neither is loaded here.',
    );
  if (observing === 'yes') return t('shell.observeModal.allowedBoth', 'You’ve allowed both in this browser.');
  if (observing === 'no')
    return t(
      'shell.observeModal.deniedBoth',
      'You haven’t allowed them in this browser, so neither is loaded.',
    );
  return t('shell.observeModal.notAnswered', 'You haven’t answered yet, so neither is loaded.');
}
