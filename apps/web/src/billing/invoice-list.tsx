import type { PaymentsReply } from '@foyer/contracts/billing/billing-card';
import { OutsideLink } from '../ui/text-link.tsx';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { Badge } from '../ui/badge.tsx';
import { exactSum, longDate } from '../words/formats.ts';
import { rich, t } from '../words/t.ts';
import styles from './billing-settings.module.css';

type Invoice = PaymentsReply['invoices'][number];

export function InvoiceList({ invoices }: { invoices: Invoice[] }) {
  return (
    <section aria-labelledby="invoices-title">
      <h2 id="invoices-title" className={styles.title}>
        {t('billing.invoiceList.title', 'Invoices')}
      </h2>
      <ul className={styles.list}>
        {invoices.map((invoice) => (
          <li key={invoice.id} className={styles.row}>
            <div>
              <p>{longDate(invoice.date)}</p>
              {paymentBreakdown(invoice).map((line) => (
                <p key={line} className={styles.note}>
                  {line}
                </p>
              ))}
              <ReturnedAmounts invoice={invoice} />
            </div>
            <p className={styles.amount}>{exactSum(invoice.total, invoice.currency)}</p>
            <p>
              <InvoiceBadge invoice={invoice} />
            </p>
            {invoice.url && (
              <p className={styles.link}>
                <OutsideLink href={invoice.url} isNewTab>
                  {rich('billing.invoiceList.view', 'View<hidden> the invoice of {date}</hidden>', {
                    date: longDate(invoice.date),
                    hidden: (words) => <VisuallyHidden>{words}</VisuallyHidden>,
                  })}
                </OutsideLink>
              </p>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function paymentBreakdown({ charged, currency }: Invoice): string[] {
  if (!charged) return [];
  const { card, credit, outside } = charged;
  if (credit === 0 && outside === 0) return [];
  return [
    ...(card > 0
      ? [
          t('billing.invoiceList.chargedToCard', 'Charged to your card: {sum}', {
            sum: exactSum(card, currency),
          }),
        ]
      : []),
    ...(credit > 0
      ? [t('billing.invoiceList.fromCredit', 'From your credit: {sum}', { sum: exactSum(credit, currency) })]
      : []),
    ...(credit < 0
      ? [t('billing.invoiceList.owedBefore', 'Previous balance: {sum}', { sum: exactSum(-credit, currency) })]
      : []),
    ...(outside > 0
      ? [
          t('billing.invoiceList.paidOtherwise', 'Paid another way: {sum}', {
            sum: exactSum(outside, currency),
          }),
        ]
      : []),
  ];
}

function ReturnedAmounts({ invoice: { currency, refunded, dispute } }: { invoice: Invoice }) {
  return (
    <>
      {refunded && (
        <p className={styles.note}>
          {t('billing.invoiceList.refundedAmount', 'We refunded {amount}.', {
            amount: exactSum(refunded.cents, currency),
          })}
        </p>
      )}
      {dispute && (
        <p className={styles.note}>
          {dispute.state === 'lost'
            ? t('billing.invoiceList.returnedAmount', 'Your bank returned {amount} to you.', {
                amount: exactSum(dispute.cents, currency),
              })
            : t('billing.invoiceList.disputedAmount', 'Your bank is reviewing your dispute of {amount}.', {
                amount: exactSum(dispute.cents, currency),
              })}
        </p>
      )}
    </>
  );
}

function InvoiceBadge({ invoice: { status, refunded, dispute } }: { invoice: Invoice }) {
  if (dispute?.state === 'open')
    return <Badge kind="bad">{t('billing.invoiceList.disputed', 'Disputed ## invoice')}</Badge>;
  if (dispute) return <Badge>{t('billing.invoiceList.returned', 'Returned ## invoice')}</Badge>;
  if (refunded?.isFull) return <Badge>{t('billing.invoiceList.refunded', 'Refunded ## invoice')}</Badge>;
  if (status === 'paid') return <Badge kind="good">{t('billing.invoiceList.paid', 'Paid ## invoice')}</Badge>;
  if (status === 'open' || status === 'uncollectible')
    return <Badge kind="bad">{t('billing.invoiceList.unpaid', 'Unpaid ## invoice')}</Badge>;
  return (
    <Badge>
      {status === 'void'
        ? t('billing.invoiceList.canceled', 'Canceled ## invoice')
        : t('billing.invoiceList.draft', 'Draft ## invoice')}
    </Badge>
  );
}
