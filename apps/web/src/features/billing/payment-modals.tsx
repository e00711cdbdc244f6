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

type WayOut = { label: string; href: string };

const logIn: WayOut = { label: 'Log in', href: loginAddress(routes.proUpgrade) };

/** What no further try mends, by the refusal's code, and where it is mended. */
const waysOut: Readonly<Record<string, WayOut>> = {
  SignInRequired: logIn,
  EmailMismatch: logIn,
  AlreadySubscribed: { label: 'See your plan', href: routes.settingsBilling },
};

/** The typed values stay as they are (SPEC 8). */
export function PaymentErrorModal({ error, onClose }: { error: Error; onClose(): void }) {
  const { support } = usePageValues();
  const reason = paymentProblemOf(error);
  const wayOut = error instanceof RefusalError ? waysOut[error.code] : undefined;
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
