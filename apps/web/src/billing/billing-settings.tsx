import { subscriptionStateOf } from '@foyer/catalog/subscription-states';
import type { BillingReply } from '@foyer/contracts/billing/billing';
import type { PaymentsReply } from '@foyer/contracts/billing/billing-card';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { ProblemError } from '../http/errors.ts';
import { routes } from '../routes.ts';
import { PageSpinner, Spinner } from '../ui/spinner.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { rich, t } from '../words/t.ts';
import { billingQuery, paymentsQuery } from './billing-query.ts';
import { billedToQuery } from './billed-to-query.ts';
import { BilledToSettings } from './billed-to-settings.tsx';
import { CardOnFile } from './card-on-file.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { NotLoaded } from './not-loaded.tsx';
import { ReceiptChoice } from './receipt-choice.tsx';
import { PlanStatus } from './plan-status.tsx';

export function BillingSettings() {
  const billing = useQuery(billingQuery);
  if (billing.data) return <Sections billing={billing.data} />;
  if (billing.isPending)
    return <PageSpinner label={t('billing.billingSettings.planLoading', 'Loading your plan')} />;
  if (billing.error instanceof ProblemError && billing.error.code === 'NotOwner')
    return (
      <p>
        {rich(
          'billing.billingSettings.ownerOnly',
          'Only your team’s owner can manage billing. <link>See who owns the team</link>',
          {
            link: (words) => <TextLink to={routes.settingsTeam}>{words}</TextLink>,
          },
        )}
      </p>
    );
  return (
    <NotLoaded
      query={billing}
      what={t('billing.billingSettings.planLoadFailed', 'We couldn’t load your plan.')}
    />
  );
}

function Sections({ billing }: { billing: BillingReply }) {
  const { isRunning } = subscriptionStateOf(billing.status);
  const [isReplacing, setReplacing] = useState(false);
  return (
    <>
      <PlanStatus billing={billing} isRunning={isRunning} onPay={() => setReplacing(true)} />
      {billing.status !== 'none' && (
        <PaymentSections
          billing={billing}
          isRunning={isRunning}
          isReplacing={isReplacing}
          setReplacing={setReplacing}
        />
      )}
    </>
  );
}

/** Waits for payments and bill-to details, because a part that loads later would move the parts below it. */
function PaymentSections(props: SectionProps) {
  const { billing, isRunning } = props;
  const payments = useQuery(paymentsQuery);
  const billedTo = useQuery(billedToQuery);
  const [areThere, setThere] = useState(false);
  if (!areThere && !payments.isPending && !billedTo.isPending) setThere(true);
  if (!areThere)
    return <PageSpinner label={t('billing.billingSettings.cardLoading', 'Loading your card and invoices')} />;
  return (
    <>
      <Payments {...props} payments={payments} />
      <BilledToSettings query={billedTo} />
      {isRunning && <ReceiptChoice isOn={billing.sendsReceipts} />}
    </>
  );
}

type SectionProps = {
  billing: BillingReply;
  isRunning: boolean;
  isReplacing: boolean;
  setReplacing(isReplacing: boolean): void;
};

function Payments({
  billing,
  isRunning,
  isReplacing,
  setReplacing,
  payments,
}: SectionProps & { payments: UseQueryResult<PaymentsReply> }) {
  if (payments.isPending)
    return <Spinner label={t('billing.billingSettings.cardLoading', 'Loading your card and invoices')} />;
  if (!payments.data)
    return (
      <NotLoaded
        query={payments}
        what={t('billing.billingSettings.cardLoadFailed', 'We couldn’t load your card and invoices.')}
      />
    );
  const { card, invoices } = payments.data;
  return (
    <>
      {isRunning && (
        <CardOnFile
          card={card}
          isPastDue={subscriptionStateOf(billing.status).isRetried}
          hasFormerCard={billing.hasFormerCard === true}
          isReplacing={isReplacing}
          setReplacing={setReplacing}
        />
      )}
      {invoices.length > 0 && <InvoiceList invoices={invoices} />}
    </>
  );
}
