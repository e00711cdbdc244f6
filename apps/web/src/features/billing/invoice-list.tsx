import type { PaymentsReply } from '@foyer/contracts/billing-card';
import { OutsideLink } from '../../ui/text-link.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { Badge } from '../../ui/badge.tsx';
import { exactDollars, longDate } from '../../words/formats.ts';
import { rich, t } from '../../words/t.ts';
import styles from './billing-settings.module.css';

type Invoice = PaymentsReply['invoices'][number];

/** What was charged, newest first as the provider lists it. */
export function InvoiceList({ invoices }: { invoices: Invoice[] }) {
  return (
    <section aria-labelledby="invoices-title">
      <h2 id="invoices-title" className={styles.title}>
        {t('Invoices')}
      </h2>
      <ul className={styles.list}>
        {invoices.map((invoice) => (
          <li key={invoice.id} className={styles.row}>
            <p className={styles.date}>{longDate(invoice.date)}</p>
            <p className={styles.amount}>{exactDollars(invoice.total)}</p>
            <p className={styles.state}>
              <InvoiceBadge status={invoice.status} />
            </p>
            {invoice.url && (
              <p>
                <OutsideLink href={invoice.url} isNewTab>
                  {rich('View<hidden> the invoice of {date}</hidden>', {
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

function InvoiceBadge({ status }: { status: string }) {
  if (status === 'paid') return <Badge kind="good">{t('Paid ## invoice')}</Badge>;
  if (status === 'open' || status === 'uncollectible')
    return <Badge kind="bad">{t('Unpaid ## invoice')}</Badge>;
  return <Badge>{status === 'void' ? t('Void ## invoice') : t('Draft ## invoice')}</Badge>;
}
