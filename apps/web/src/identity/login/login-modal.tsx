import { usePageValues } from '../../page-values/page-values.tsx';
import { ContactLines } from '../../ui/contact-lines.tsx';
import { Modal } from '../../ui/modal.tsx';
import { EndedModal } from './ended-modal.tsx';
import { IncompleteBillingModal } from './incomplete-billing-modal.tsx';
import { LeavingModal } from './leaving-modal.tsx';
import { suspendedWords } from './suspended-words.ts';
import type { LoginModalKind } from './use-login.ts';

type LoginModalProps = { kind: LoginModalKind; redirectUrl: string; onClose(): void };

export function LoginModal({ kind, redirectUrl, onClose }: LoginModalProps) {
  if (kind === 'Deactivated') return <SuspendedModal onClose={onClose} />;
  if (kind === 'SubscriptionEnded') return <EndedModal />;
  if (kind === 'AccountLeaving') return <LeavingModal />;
  return <IncompleteBillingModal redirectUrl={redirectUrl} />;
}

function SuspendedModal({ onClose }: { onClose(): void }) {
  const { support } = usePageValues();
  return (
    <Modal title={suspendedWords.title} onClose={onClose}>
      <p>{suspendedWords.text}</p>
      <ContactLines {...support} />
    </Modal>
  );
}
