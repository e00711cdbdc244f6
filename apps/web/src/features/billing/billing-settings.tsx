import { stateOf } from '@foyer/catalog/subscription-states';
import type { BillingReply } from '@foyer/contracts/billing';
import { useQuery } from '@tanstack/react-query';
import { RefusalError } from '../../http/errors.ts';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Message } from '../../ui/message.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { billingQuery } from './billing-query.ts';
import styles from './billing-settings.module.css';
import { CardOnFile } from './card-on-file.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { PlanStatus } from './plan-status.tsx';
import { problemText } from './use-plan-changes.ts';

/** What a team pays for: plan, card, invoices (DESIGN 6). */
export function BillingSettings() {
  const billing = useQuery(billingQuery);
  if (billing.data) return <Sections billing={billing.data} />;
  if (billing.isPending) return <Spinner label="Loading your plan" />;
  if (billing.error instanceof RefusalError && billing.error.code === 'NotOwner')
    return (
      <p>
        Only the owner of your team sees and changes its plan.{' '}
        <TextLink to={routes.settingsTeam}>See who that is</TextLink>
      </p>
    );
  return (
    <div className={styles.failed}>
      <Message kind="error">{problemText(billing.error, 'Your plan could not be loaded.')}</Message>
      <Button variant="secondary" onClick={() => void billing.refetch()} isLoading={billing.isFetching}>
        Try again
      </Button>
    </div>
  );
}

function Sections({ billing }: { billing: BillingReply }) {
  const { isRunning, isRetried } = stateOf(billing.status);
  return (
    <>
      <PlanStatus billing={billing} isRunning={isRunning} />
      {isRunning && <CardOnFile card={billing.card} isPastDue={isRetried} />}
      {billing.invoices.length > 0 && <InvoiceList invoices={billing.invoices} />}
    </>
  );
}
