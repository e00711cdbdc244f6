import { endpoints } from '@foyer/contracts/endpoints';
import { doneReply } from '@foyer/contracts/identity/security';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { problemInWords } from '../http/errors.ts';
import { withSessionCheck } from '../http/with-session-check.ts';
import { send } from '../http/send.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Message } from '../ui/message.tsx';
import part from '../ui/settings-part.module.css';
import { t } from '../words/t.ts';
import { billingQuery } from './billing-query.ts';
import styles from './billing-settings.module.css';

export function ReceiptChoice({ isOn }: { isOn: boolean }) {
  const queries = useQueryClient();
  const change = useMutation({
    mutationFn: (sendsReceipts: boolean) =>
      withSessionCheck(
        queries,
        send(endpoints.chooseReceipts, { body: { sends_receipts: sendsReceipts }, reply: doneReply }),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: billingQuery.queryKey, exact: true }),
  });
  return (
    <section aria-labelledby="receipts-title">
      <h2 id="receipts-title" className={styles.title}>
        {t('billing.receiptChoice.title', 'Receipts')}
      </h2>
      <div className={part.messages}>
        <Message kind="success">
          {change.isSuccess &&
            (change.variables
              ? t('billing.receiptChoice.turnedOn', 'We’ll email you a receipt for each renewal.')
              : t(
                  'billing.receiptChoice.turnedOff',
                  'We won’t email you receipts anymore. Your invoices stay here.',
                ))}
        </Message>
        <Message kind="error">
          {change.error &&
            problemInWords(
              change.error,
              t(
                'common.changeUnconfirmed',
                'We couldn’t confirm this change. Check your connection and try again.',
              ),
            )}
        </Message>
      </div>
      <Checkbox
        name="sends_receipts"
        isChecked={change.isPending ? change.variables : isOn}
        onChange={(isWanted) => change.mutate(isWanted)}
      >
        {t('billing.receiptChoice.label', 'Email me a receipt each time PRO renews')}
      </Checkbox>
    </section>
  );
}
