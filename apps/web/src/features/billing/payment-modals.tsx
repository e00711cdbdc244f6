import { ProblemError } from '../../http/errors.ts';
import { loginAddress } from '../../journey/login-address.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { routes } from '../../routes.ts';
import { Button, ButtonAnchor } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { OutsideLink } from '../../ui/text-link.tsx';
import styles from './payment-modals.module.css';
import { PaymentOutcomeUnknown } from './pay-with-retries.ts';
import { paymentProblemOf } from './use-payment.ts';

type PaymentProcessingModalProps = { email: string; isLate?: boolean };

/** Not closable while the card is charged (docs/product.md 4). Nothing in it can pay twice. */
export function PaymentProcessingModal({ email, isLate = false }: PaymentProcessingModalProps) {
  const { homeUrl } = usePageValues();
  return (
    <Modal
      title={isLate ? 'We do not know yet' : 'Payment is processing'}
      actions={
        isLate && (
          <ButtonAnchor variant="secondary" href={homeUrl}>
            Leave this page
          </ButtonAnchor>
        )
      }
    >
      {isLate ? (
        <p role="status">
          It takes longer than usual to hear what came of your payment. You can stay, and this page tells you.
          It is safe to leave, too: your card is charged once at most, and we will email {email} as soon as we
          know.
        </p>
      ) : (
        <p>Stay on this page to avoid disrupting the payment process.</p>
      )}
      <div className={styles.spinner}>
        <Spinner label="Payment is processing" size={40} />
      </div>
    </Modal>
  );
}

type PaymentEndModalProps = { email: string; error: Error; onClose(): void };

/** For a payment that failed, or whose outcome this page may no longer see. */
export function PaymentEndModal({ email, error, onClose }: PaymentEndModalProps) {
  if (!(error instanceof PaymentOutcomeUnknown)) return <PaymentErrorModal error={error} onClose={onClose} />;
  return (
    <Modal
      title="We do not know yet"
      isAlert
      actions={<ButtonAnchor href={loginAddress(routes.proUpgrade)}>Log in</ButtonAnchor>}
    >
      <p>
        You were logged out before we heard what came of your payment. Log in to see it. Your card is charged
        once at most, and we will email {email} as soon as we know.
      </p>
    </Modal>
  );
}

type WayOut = { label: string; href: string };

const logIn: WayOut = { label: 'Log in', href: loginAddress(routes.proUpgrade) };

/** Problems that a retry cannot fix, by code, with where to fix them. */
const waysOut: Readonly<Record<string, WayOut>> = {
  SignInRequired: logIn,
  EmailMismatch: logIn,
  AlreadySubscribed: { label: 'See your plan', href: routes.settingsBilling },
};

/** Typed values are kept (docs/product.md 8). */
export function PaymentErrorModal({ error, onClose }: { error: Error; onClose(): void }) {
  const { support } = usePageValues();
  const reason = paymentProblemOf(error);
  const wayOut = error instanceof ProblemError ? waysOut[error.code] : undefined;
  return (
    <Modal
      title="Your payment has not gone through"
      isAlert
      onClose={onClose}
      actions={
        wayOut ? (
          <>
            <Button variant="secondary" onClick={onClose}>
              Try again
            </Button>
            <ButtonAnchor href={wayOut.href}>{wayOut.label}</ButtonAnchor>
          </>
        ) : (
          <Button onClick={onClose}>Try again</Button>
        )
      }
    >
      {reason && <p className={styles.reason}>{reason}</p>}
      <p>
        We had some trouble processing this request. Please verify your information and try submitting again.
        If this issue keeps happening,{' '}
        <OutsideLink href={`mailto:${support.email}`}>email support</OutsideLink>.
      </p>
    </Modal>
  );
}
