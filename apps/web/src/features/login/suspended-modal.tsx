import { usePageValues } from '../../page-values/page-values.tsx';
import { ContactLines } from '../../ui/contact-lines.tsx';
import { Modal } from '../../ui/modal.tsx';
import { suspendedWords } from './suspended-words.ts';

/** For a deactivated account (docs/product.md 8). */
export function SuspendedModal({ onClose }: { onClose(): void }) {
  const { support } = usePageValues();
  return (
    <Modal title={suspendedWords.title} onClose={onClose}>
      <p>{suspendedWords.text}</p>
      <ContactLines {...support} />
    </Modal>
  );
}
