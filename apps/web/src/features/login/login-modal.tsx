import { IncompleteBillingModal } from './incomplete-billing-modal.tsx';
import { EndedModal } from './ended-modal.tsx';
import { LeavingModal } from './leaving-modal.tsx';
import { SuspendedModal } from './suspended-modal.tsx';
import type { LoginModalKind } from './use-login.ts';

type LoginModalProps = { kind: LoginModalKind; redirectUrl: string; onClose(): void };

/** Login modals, in a chunk of their own because most visitors never see one. */
export function LoginModal({ kind, redirectUrl, onClose }: LoginModalProps) {
  if (kind === 'Deactivated') return <SuspendedModal onClose={onClose} />;
  if (kind === 'SubscriptionEnded') return <EndedModal />;
  if (kind === 'AccountLeaving') return <LeavingModal />;
  return <IncompleteBillingModal redirectUrl={redirectUrl} />;
}
