import { usePageValues } from '../../page-values/page-values.tsx';
import { ContactLines } from '../../ui/contact-lines.tsx';
import { Modal } from '../../ui/modal.tsx';
import { t } from '../../words/t.ts';

const supportHours = () => t('shell.supportModal.hours', 'Monday to Friday, 9am–10pm ET');

export function SupportModal({ onClose }: { onClose(): void }) {
  const { support } = usePageValues();
  return (
    <Modal title={t('shell.helpAndSupport', 'Help and support')} onClose={onClose}>
      <p>
        {t(
          'shell.supportModal.intro',
          'We’re happy to help with your account, your plan or your first event.',
        )}
      </p>
      <ContactLines {...support} />
      <p>{supportHours()}</p>
    </Modal>
  );
}
