import type { OpenPaymentReply } from '@foyer/contracts/billing/billing-card';
import { Button } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';
import { Sentences } from '../words/join.ts';
import { t } from '../words/t.ts';
import styles from './billing-settings.module.css';
import { CardArea } from './card-area.tsx';
import { useCardEntry } from './use-card-entry.ts';
import { problemText } from './use-plan-changes.ts';
import { CardReplacementUnknown, useReplaceCard } from './use-replace-card.ts';

type ReplaceCardFormProps = { isPastDue: boolean; onDone(payment: OpenPaymentReply): void; onCancel(): void };

export function ReplaceCardForm({ isPastDue, onDone, onCancel }: ReplaceCardFormProps) {
  const entry = useCardEntry();
  const replace = useReplaceCard(onDone);
  function submit(): void {
    const { card, provider } = entry;
    if (replace.isPending || !card || !provider) return;
    if (entry.check()) replace.mutate({ provider, card });
    else entry.focus();
  }
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <CardArea {...entry.area} label={t('billing.replaceCardForm.title', 'New card')} />
      <Message kind="error">{replace.error && problemOf(replace.error)}</Message>
      <p className={styles.note}>
        <Sentences>
          {isPastDue &&
            t(
              'billing.replaceCardForm.chargedNow',
              'We’ll charge the unpaid amount to this card right away.',
            )}
          {t('billing.replaceCardForm.bankMayAsk', 'Your bank may ask you to confirm it’s you.')}
        </Sentences>
      </p>
      <div className={styles.buttons}>
        <Button type="submit" isLoading={replace.isPending} isDisabled={!entry.card}>
          {t('billing.replaceCardForm.save', 'Save card')}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {t('common.cancel', 'Cancel')}
        </Button>
      </div>
    </form>
  );
}

function problemOf(error: Error): string {
  return error instanceof CardReplacementUnknown
    ? t(
        'billing.replaceCardForm.outcomeUnknown',
        'We couldn’t confirm whether your new card was saved. Check your connection and save it again.',
      )
    : problemText(error, t('billing.replaceCardForm.failed', 'We couldn’t save your new card.'));
}
