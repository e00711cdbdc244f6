import { usePageValues } from '../../page-values/page-values.tsx';
import { ContactLines } from '../../ui/contact-lines.tsx';
import { Modal } from '../../ui/modal.tsx';
import { SUSPENDED_TEXT, SUSPENDED_TITLE } from './suspended-words.ts';

/** For a deactivated account (docs/product.md 8). */
export function SuspendedModal({ onClose }: { onClose(): void }) {
  const { support } = usePageValues();
  return (
    <Modal title={SUSPENDED_TITLE} onClose={onClose}>
      <p>{SUSPENDED_TEXT}</p>
      <ContactLines {...support} />
    </Modal>
  );
}
