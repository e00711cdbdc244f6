import { RefusalError } from '../../http/errors.ts';
import { loginAddress } from '../../journey/login-address.ts';
import { usePageValues } from '../../page-values/page-values.tsx';
import { routes } from '../../routes.ts';
import { Button, ButtonAnchor } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { OutsideLink } from '../../ui/text-link.tsx';
import styles from './payment-modals.module.css';
import { paymentProblemOf } from './use-payment.ts';

/** While the card is charged nothing closes it (SPEC 4). */
export function PaymentProcessingModal() {
  return (
    <Modal title="Payment is processing">
      <p>Stay on this page to avoid disrupting the payment process.</p>
      <div className={styles.spinner}>
        <Spinner label="Payment is processing" size={40} />
      </div>
    </Modal>
  );
}

/** What only another login mends. */
const loginProblems: readonly string[] = ['SignInRequired', 'EmailMismatch'];

/** The typed values stay as they are (SPEC 8). */
export function PaymentErrorModal({ error, onClose }: { error: Error; onClose(): void }) {
  const { support } = usePageValues();
  const reason = paymentProblemOf(error);
  const wantsLogin = error instanceof RefusalError && loginProblems.includes(error.code);
  return (
    <Modal
      title="Your payment has not gone through"
      isAlert
      onClose={onClose}
      actions={
        wantsLogin ? (
          <>
            <Button variant="secondary" onClick={onClose}>
              Try again
            </Button>
            <ButtonAnchor href={loginAddress(routes.proUpgrade)}>Log in</ButtonAnchor>
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
