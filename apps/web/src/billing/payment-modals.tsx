import type { Sum } from '@foyer/contracts/billing/billing';
import { ProblemError } from '../http/errors.ts';
import { loginAddress } from '../identity/login-address.ts';
import { usePageValues } from '../page-values/page-values.tsx';
import { routes } from '../routes.ts';
import { Button, ButtonAnchor } from '../ui/button.tsx';
import { Modal } from '../ui/modal.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { OutsideLink } from '../ui/text-link.tsx';
import { exactSum } from '../words/formats.ts';
import { rich, t } from '../words/t.ts';
import styles from './payment-modals.module.css';
import { PaymentOutcomeUnknown } from './pay-with-retries.ts';
import { paymentProblemOf, SumChanged } from './use-payment.ts';

type PaymentProcessingModalProps = { email: string; isLate?: boolean };

/** Cannot be closed while the payment runs (docs/product.md 4). */
export function PaymentProcessingModal({ email, isLate = false }: PaymentProcessingModalProps) {
  const { homeUrl } = usePageValues();
  return (
    <Modal
      title={
        isLate
          ? t('billing.paymentModals.outcomeUnknownTitle', 'We don’t know the outcome yet')
          : t('billing.paymentModals.processingTitle', 'Payment is processing')
      }
      actions={
        isLate && (
          <ButtonAnchor variant="secondary" href={homeUrl}>
            {t('billing.paymentModals.leave', 'Leave this page')}
          </ButtonAnchor>
        )
      }
    >
      {isLate ? (
        <p role="status">
          {t(
            'billing.paymentModals.outcomeUnknownText',
            'This is taking longer than usual. You can wait here or leave this page. We’ll charge your card at most once, and email {email} with the result.',
            { email },
          )}
        </p>
      ) : (
        <p>
          {t(
            'billing.paymentModals.processingText',
            'Stay on this page to avoid disrupting the payment process.',
          )}
        </p>
      )}
      <div className={styles.spinner}>
        <Spinner label={t('billing.paymentModals.processingTitle', 'Payment is processing')} size={40} />
      </div>
    </Modal>
  );
}

type PaymentEndModalProps = {
  email: string;
  error: Error;
  onPay(changed: SumChanged): void;
  onClose(): void;
};

export function PaymentEndModal({ email, error, onPay, onClose }: PaymentEndModalProps) {
  if (error instanceof SumChanged)
    return <SumChangedModal sum={error.sum} onPay={() => onPay(error)} onClose={onClose} />;
  if (!(error instanceof PaymentOutcomeUnknown)) return <PaymentErrorModal error={error} onClose={onClose} />;
  return (
    <Modal
      title={t('billing.paymentModals.outcomeUnknownTitle', 'We don’t know the outcome yet')}
      isAlert
      actions={
        <ButtonAnchor href={loginAddress(routes.proUpgrade)}>{t('common.logIn', 'Log in')}</ButtonAnchor>
      }
    >
      <p>
        {t(
          'billing.paymentModals.loggedOutText',
          'You were logged out before we knew the outcome of your payment. Log in to see it. We’ll charge your card at most once, and email {email} with the result.',
          { email },
        )}
      </p>
    </Modal>
  );
}

type SumChangedModalProps = { sum: Sum; onPay(): void; onClose(): void };

function SumChangedModal({ sum, onPay, onClose }: SumChangedModalProps) {
  const amount = exactSum(sum.cents, sum.currency);
  return (
    <Modal
      title={t('billing.paymentModals.failedTitle', 'Your payment has not gone through')}
      isAlert
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {t('common.cancel', 'Cancel')}
          </Button>
          <Button onClick={onPay}>{t('billing.paymentModals.pay', 'Pay {sum}', { sum: amount })}</Button>
        </>
      }
    >
      <p className={styles.reason}>
        {t('billing.paymentModals.totalChanged', 'The total changed to {sum} after you opened this page.', {
          sum: amount,
        })}
      </p>
      <p>
        {t(
          'billing.paymentModals.totalChangedText',
          'Your card wasn’t charged. Pay the new total with the same card, or cancel.',
        )}
      </p>
    </Modal>
  );
}

type RecoveryLink = { label: string; href: string };

function recoveryLinkFor(code: string): RecoveryLink | undefined {
  switch (code) {
    case 'SignInRequired':
      return { label: t('common.logIn', 'Log in'), href: loginAddress(routes.proUpgrade) };
    case 'EmailMismatch':
      return { label: t('common.logOut', 'Log out'), href: routes.logout };
    case 'AlreadySubscribed':
      return { label: t('common.seePlan', 'See your plan'), href: routes.settingsBilling };
    default:
      return undefined;
  }
}

export function PaymentErrorModal({ error, onClose }: { error: Error; onClose(): void }) {
  const { support } = usePageValues();
  const reason = paymentProblemOf(error);
  const recoveryLink = error instanceof ProblemError ? recoveryLinkFor(error.code) : undefined;
  return (
    <Modal
      title={t('billing.paymentModals.failedTitle', 'Your payment has not gone through')}
      isAlert
      onClose={onClose}
      actions={
        recoveryLink ? (
          <>
            <Button variant="secondary" onClick={onClose}>
              {t('common.tryAgain', 'Try again')}
            </Button>
            <ButtonAnchor href={recoveryLink.href}>{recoveryLink.label}</ButtonAnchor>
          </>
        ) : (
          <Button onClick={onClose}>{t('common.tryAgain', 'Try again')}</Button>
        )
      }
    >
      {reason && <p className={styles.reason}>{reason}</p>}
      <p>
        {rich(
          'billing.paymentModals.failedText',
          'We had some trouble processing this request. Please verify your information and try submitting again. If this issue keeps happening, <link>email support</link>.',
          { link: (words) => <OutsideLink href={`mailto:${support.email}`}>{words}</OutsideLink> },
        )}
      </p>
    </Modal>
  );
}
