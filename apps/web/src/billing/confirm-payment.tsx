import type { OpenPaymentReply } from '@foyer/contracts/billing/billing-card';
import type { Stripe } from '@stripe/stripe-js';
import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { routes } from '../routes.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Message } from '../ui/message.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { TextLink } from '../ui/text-link.tsx';
import { exactSum } from '../words/formats.ts';
import { inSentences } from '../words/join.ts';
import { t } from '../words/t.ts';
import { openPaymentQuery, refreshPlan } from './billing-query.ts';
import styles from './billing-settings.module.css';
import { confirmWithBank } from './confirm-with-bank.ts';
import { declineText } from './decline-text.ts';
import { NotLoaded } from './not-loaded.tsx';
import { useCardProvider } from './use-card-provider.ts';
import { problemText } from './use-plan-changes.ts';

export function ConfirmPayment() {
  const open = useQuery(openPaymentQuery);
  if (open.isPending) return <Spinner label={t('billing.confirmPayment.loading', 'Loading your payment')} />;
  if (!open.data)
    return (
      <NotLoaded
        query={open}
        what={t('billing.confirmPayment.loadFailed', 'We couldn’t load your payment.')}
      />
    );
  return <Payment payment={open.data} />;
}

function Payment({ payment }: { payment: OpenPaymentReply }) {
  switch (payment.state) {
    case 'none':
      return (
        <Outcome
          kind="info"
          text={t('billing.confirmPayment.nothingToConfirm', 'There’s no payment to approve.')}
        >
          <ButtonLink to={routes.settingsBilling}>{t('common.seePlan', 'See your plan')}</ButtonLink>
        </Outcome>
      );
    case 'paid':
      return (
        <Outcome
          kind="success"
          text={t('billing.confirmPayment.succeeded', 'Your payment went through. Your team is on PRO.')}
        >
          <ButtonLink to={routes.settingsBilling}>{t('common.seePlan', 'See your plan')}</ButtonLink>
        </Outcome>
      );
    case 'declined':
      return (
        <Outcome
          kind="error"
          text={inSentences(
            t('billing.confirmPayment.failed', 'We couldn’t charge {sum} for PRO to your card.', {
              sum: exactSum(payment.total, payment.currency),
            }),
            declineText(payment),
          )}
        >
          <ButtonLink to={routes.settingsBilling}>
            {t('billing.replaceCard', 'Pay with a new card')}
          </ButtonLink>
        </Outcome>
      );
    case 'unknown':
      return (
        <Outcome
          kind="info"
          text={t(
            'billing.confirmPayment.outcomeUnknown',
            'We don’t know yet whether your payment went through. This page will update.',
          )}
        >
          <Spinner label={t('billing.confirmPayment.checking', 'Checking your payment')} />
        </Outcome>
      );
    case 'confirm':
      return <BankAsks payment={payment} sum={exactSum(payment.total, payment.currency)} />;
  }
}

type OutcomeProps = { kind: 'info' | 'success' | 'error'; text: string; children: ReactNode };

function Outcome({ kind, text, children }: OutcomeProps) {
  return (
    <div className={styles.failed}>
      <Message kind={kind}>{text}</Message>
      {children}
    </div>
  );
}

function BankAsks({ payment, sum }: { payment: OpenPaymentReply; sum: string }) {
  const { ready, isUnavailable, isLoading, retry } = useCardProvider();
  const confirm = useConfirmPayment();
  // The bank's challenge has ended, but this component is still shown, because the payment still needs approval.
  const isUnanswered = confirm.isSuccess;
  return (
    <section className={styles.box} aria-label={t('billing.confirmPayment.groupLabel', 'Payment')}>
      <p>
        {t(
          'billing.confirmPayment.bankRequest',
          'Your bank needs you to approve {sum} for PRO. We’ll open your bank’s window. Nothing is charged until you approve.',
          { sum },
        )}
      </p>
      <Message kind="error">
        {confirm.error
          ? problemText(
              confirm.error,
              t('billing.confirmPayment.bankUnreachable', 'We couldn’t contact your bank.'),
            )
          : isUnanswered &&
            t(
              'billing.confirmPayment.notConfirmed',
              'Your bank hasn’t approved the payment, so nothing was charged. Try again or use another card.',
            )}
      </Message>
      {isUnavailable && !isLoading ? (
        <>
          <p role="status">{t('billing.cardsUnavailable', 'Card payments aren’t available right now.')}</p>
          <Button variant="secondary" onClick={retry}>
            {t('common.tryAgain', 'Try again')}
          </Button>
        </>
      ) : (
        <Button
          isLoading={confirm.isPending || isLoading}
          onClick={() => ready && confirm.mutate({ provider: ready.provider, payment })}
        >
          {t('billing.confirmPayment.confirm', 'Approve {sum}', { sum })}
        </Button>
      )}
      <p className={styles.note}>
        <TextLink to={routes.settingsBilling}>
          {t('billing.confirmPayment.otherCard', 'Use another card')}
        </TextLink>
      </p>
    </section>
  );
}

function useConfirmPayment() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ provider, payment }: { provider: Stripe; payment: OpenPaymentReply }) =>
      confirmWithBank(provider, payment, queries),
    onSuccess: (payment) => queries.setQueryData(openPaymentQuery.queryKey, payment),
    onSettled: () => refreshPlan(queries),
  });
}
