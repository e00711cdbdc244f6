import { useDocumentNavigation } from '../../navigation/document-navigation.ts';
import { useStayFree } from '../../navigation/use-stay-free.ts';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';
import { t } from '../../words/t.ts';

/** Stays open until the user chooses a plan (docs/product.md 4). */
export function IncompleteBillingModal({ redirectUrl }: { redirectUrl: string }) {
  const leave = useDocumentNavigation();
  const stayFree = useStayFree(() => leave(redirectUrl));
  return (
    <Modal
      title={t('identity.incompleteBillingModal.title', 'Finish setting up PRO')}
      isAlert
      actions={
        <>
          <Button variant="secondary" onClick={() => stayFree.mutate()} isLoading={!stayFree.isIdle}>
            {t('common.startFreePlan', 'Start Free plan')}
          </Button>
          <Button onClick={() => leave(routes.proUpgrade)}>{t('common.getPro', 'Get PRO')}</Button>
        </>
      }
    >
      <p>
        {t(
          'identity.incompleteBillingModal.body',
          'You chose PRO, but your payment isn’t complete. Get PRO now, or start with the Free plan and upgrade anytime.',
        )}
      </p>
    </Modal>
  );
}
