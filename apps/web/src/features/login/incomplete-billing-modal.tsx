import { plans } from '@foyer/catalog/plans';
import { useDocumentNavigation } from '../../journey/document-navigation.ts';
import { useStayFree } from '../../journey/use-stay-free.ts';
import { routes } from '../../routes.ts';
import { Button } from '../../ui/button.tsx';
import { Modal } from '../../ui/modal.tsx';

/**
 * For a user who chose PRO and has not paid. Not closable: they must choose one of the two plans (docs/product.md 4).
 */
export function IncompleteBillingModal({ redirectUrl }: { redirectUrl: string }) {
  const leave = useDocumentNavigation();
  const stayFree = useStayFree(() => leave(redirectUrl));
  return (
    <Modal
      title={`Finish setting up ${plans.pro.name}`}
      isAlert
      actions={
        <>
          <Button variant="secondary" onClick={() => stayFree.mutate()} isLoading={!stayFree.isIdle}>
            Start Free plan
          </Button>
          <Button onClick={() => leave(routes.proUpgrade)}>Get PRO</Button>
        </>
      }
    >
      <p>
        You chose the {plans.pro.name} Plan, but its payment is not complete. Get {plans.pro.name} now, or
        start with the Free plan and upgrade whenever you like.
      </p>
    </Modal>
  );
}
