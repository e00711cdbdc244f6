import type { ReceiptReply } from '@foyer/contracts/billing';
import { useQuery } from '@tanstack/react-query';
import { ProblemError } from '../../http/errors.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { routes } from '../../routes.ts';
import { Rows } from '../../ui/rows.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { OutsideLink, TextButton } from '../../ui/text-link.tsx';
import { exactDollars, longDate } from '../../words/formats.ts';
import { rich, t } from '../../words/t.ts';
import { receiptQuery } from './billing-query.ts';
import { cardName } from './card-name.ts';
import styles from './receipt.module.css';

/** Today's payment, for whoever paid it; nothing for others (decision 45). */
export function Receipt() {
  const { userEmail } = usePageValues();
  const receipt = useQuery({ ...receiptQuery, enabled: userEmail !== '' });
  const { error } = receipt;
  if (userEmail === '' || (error instanceof ProblemError && error.status < 500)) return null;
  return (
    <section className={styles.receipt} aria-labelledby="receipt-title">
      <h2 id="receipt-title" className={styles.title}>
        {t('Your receipt')}
      </h2>
      <div aria-live="polite" className={styles.content}>
        {receipt.data ? (
          <Paid receipt={receipt.data} />
        ) : receipt.isFetching ? (
          <div className={styles.waiting}>
            <Spinner label={t('Loading your receipt')} />
          </div>
        ) : (
          <p>
            {rich(
              'It could not be loaded. You have it by mail, and your invoices stand in <link>your billing settings</link>. <retry>Try again</retry>',
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
  const { subtotal, tax, total, card, nextBillingDate, invoiceUrl } = receipt;
  return (
    <>
      <Rows
        rows={[
          { label: t('Subtotal'), value: exactDollars(subtotal) },
          { label: t('Tax'), value: exactDollars(tax) },
          { label: t('Charged today'), value: exactDollars(total), isStrong: true },
          ...(card ? [{ label: t('Card'), value: cardName(card) }] : []),
          { label: t('Next billing date'), value: longDate(nextBillingDate) },
        ]}
      />
      {invoiceUrl && (
        <p>
          <OutsideLink href={invoiceUrl} isNewTab>
            {t('View the invoice')}
          </OutsideLink>
        </p>
      )}
    </>
  );
}
