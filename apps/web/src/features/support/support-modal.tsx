import { usePageValues } from '../../page-values/page-values.tsx';
import { Modal } from '../../ui/modal.tsx';
import { OutsideLink } from '../../ui/text-link.tsx';

/** SPEC 9. */
const SUPPORT_HOURS = 'Monday to Friday, 9am–10pm ET';

export function SupportModal({ onClose }: { onClose(): void }) {
  const { support } = usePageValues();
  return (
    <Modal title="Help and support" onClose={onClose}>
      <p>We are happy to help you with your account, your plan or your first event.</p>
      <p>
        Email: <OutsideLink href={`mailto:${support.email}`}>{support.email}</OutsideLink>
        <br />
        Phone: <OutsideLink href={`tel:${support.phone.replace(/[^+\d]/g, '')}`}>{support.phone}</OutsideLink>
      </p>
      <p>{SUPPORT_HOURS}</p>
    </Modal>
  );
}
