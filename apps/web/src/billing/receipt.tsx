import type { ReceiptReply } from '@foyer/contracts/billing/billing';
import { useQuery } from '@tanstack/react-query';
import { ProblemError } from '../http/errors.ts';
import { usePageValues } from '../page-values/page-values.tsx';
import { routes } from '../routes.ts';
import { Rows } from '../ui/rows.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { OutsideLink, TextButton } from '../ui/text-link.tsx';
import { exactSum, longDate } from '../words/formats.ts';
import { rich, t } from '../words/t.ts';
import { receiptQuery } from './billing-query.ts';
import { cardName } from './card-name.ts';
import styles from './receipt.module.css';

/** Only the team's owner sees the receipt (decision 45). */
export function Receipt() {
  const { userEmail } = usePageValues();
  const receipt = useQuery({ ...receiptQuery, enabled: userEmail !== '' });
  const { error } = receipt;
  if (userEmail === '' || (error instanceof ProblemError && error.status < 500)) return null;
  return (
    <section className={styles.receipt} aria-labelledby="receipt-title">
      <h2 id="receipt-title" className={styles.title}>
        {t('billing.receipt.title', 'Your receipt')}
      </h2>
      <div aria-live="polite" className={styles.content}>
        {receipt.data ? (
          <Paid receipt={receipt.data} />
        ) : receipt.isFetching ? (
          <div className={styles.waiting}>
            <Spinner label={t('billing.receipt.loading', 'Loading your receipt')} />
          </div>
        ) : (
          <p>
            {rich(
              'billing.receipt.loadFailedRetry',
              'We couldn’t load your receipt. You’ll also get it by email, and your invoices are in <link>your billing settings</link>. <retry>Try again</retry>',
              {
                link: (words) => <OutsideLink href={routes.settingsBilling}>{words}</OutsideLink>,
                retry: (words) => <TextButton onClick={() => void receipt.refetch()}>{words}</TextButton>,
              },
            )}
          </p>
        )}
      </div>
    </section>
  );
}

function Paid({ receipt }: { receipt: ReceiptReply }) {
  const { subtotal, discount, tax, total, charged, card, paidAt, nextBillingDate, invoiceUrl } = receipt;
  const sum = (cents: number) => exactSum(cents, receipt.currency);
  const isCardAlone = charged.card === total;
  return (
    <>
      <Rows
        rows={[
          { label: t('common.subtotal', 'Subtotal'), value: sum(subtotal) },
          ...(discount > 0 ? [{ label: t('common.discount', 'Discount'), value: sum(-discount) }] : []),
          { label: t('common.tax', 'Tax'), value: sum(tax) },
          ...(isCardAlone
            ? []
            : [{ label: t('common.receiptTotal', 'Total ## receipt'), value: sum(total) }]),
          ...(charged.credit > 0
            ? [{ label: t('common.fromCredit', 'From your credit'), value: sum(-charged.credit) }]
            : []),
          ...(charged.credit < 0
            ? [{ label: t('common.owedFromBefore', 'Previous balance'), value: sum(-charged.credit) }]
            : []),
          ...(charged.outside > 0
            ? [{ label: t('common.paidWithoutCard', 'Paid another way'), value: sum(-charged.outside) }]
            : []),
          {
            label: t('common.chargedOn', 'Charged to your card on {date}', { date: longDate(paidAt) }),
            value: sum(charged.card),
            isStrong: true,
          },
          ...(card ? [{ label: t('common.card', 'Card'), value: cardName(card) }] : []),
          ...(nextBillingDate
            ? [{ label: t('common.nextBillingDate', 'Next billing date'), value: longDate(nextBillingDate) }]
            : []),
        ]}
      />
      {invoiceUrl && (
        <p>
          <OutsideLink href={invoiceUrl} isNewTab>
            {t('billing.receipt.viewInvoice', 'View the invoice')}
          </OutsideLink>
        </p>
      )}
    </>
  );
}
