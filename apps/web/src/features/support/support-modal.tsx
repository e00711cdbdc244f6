import { usePageValues } from '../../page-values/page-values.tsx';
import { ContactLines } from '../../ui/contact-lines.tsx';
import { Modal } from '../../ui/modal.tsx';

/** docs/product.md 9. */
const SUPPORT_HOURS = 'Monday to Friday, 9am–10pm ET';

export function SupportModal({ onClose }: { onClose(): void }) {
  const { support } = usePageValues();
  return (
    <Modal title="Help and support" onClose={onClose}>
      <p>We are happy to help you with your account, your plan or your first event.</p>
      <ContactLines {...support} />
      <p>{SUPPORT_HOURS}</p>
    </Modal>
  );
}
