import { usePageValues } from '../../page-values/page-values.tsx';
import { ContactLines } from '../../ui/contact-lines.tsx';
import { Modal } from '../../ui/modal.tsx';

/** For whose account is deactivated (SPEC 8). */
export function SuspendedModal({ onClose }: { onClose(): void }) {
  const { support } = usePageValues();
  return (
    <Modal title="Your account is archived" onClose={onClose}>
      <p>Welcome back! Your account has been archived, but no worries - we can help get you reactivated.</p>
      <ContactLines {...support} />
    </Modal>
  );
}
