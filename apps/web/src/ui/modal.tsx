import { useEffect, useState, type ReactNode } from 'react';
import { Button } from 'react-aria-components/Button';
import { Dialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal as Sheet, ModalOverlay } from 'react-aria-components/Modal';
import { Icon } from './icon.tsx';
import styles from './modal.module.css';
import { t } from '../words/t.ts';

export type ModalProps = {
  title: string;
  children: ReactNode;
  /** Buttons at the foot. */
  actions?: ReactNode;
  /** Without it the modal is not closable: neither Escape, backdrop nor a cross closes it (docs/product.md 2). */
  onClose?: (() => void) | undefined;
  /** An alert dialog wants an answer. */
  isAlert?: boolean;
};

/** A dialog over the page. Focus goes in, stays in, and returns by React Aria. The closing rule is here alone. */
export function Modal({ title, children, actions, onClose, isAlert = false }: ModalProps) {
  const isClosable = onClose !== undefined;
  useWayBack();
  return (
    <ModalOverlay
      className={styles.backdrop ?? ''}
      isOpen
      isDismissable={isClosable}
      isKeyboardDismissDisabled={!isClosable}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose?.();
      }}
    >
      <Sheet className={styles.sheet ?? ''}>
        <Dialog className={styles.dialog ?? ''} role={isAlert ? 'alertdialog' : 'dialog'}>
          <Heading slot="title" level={2} className={styles.title}>
            {title}
          </Heading>
          {isClosable && (
            <Button className={styles.close ?? ''} aria-label={t('Close')} onPress={onClose}>
              <Icon name="close" />
            </Button>
          )}
          <div className={styles.body}>{children}</div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </Dialog>
      </Sheet>
    </ModalOverlay>
  );
}

/** What had the focus before the first of modals that follow each other at once. */
let opener: HTMLElement | undefined;

/**
 * Gives the focus back to the opener of the first modal, where another followed in the same moment: React Aria returns to
 * what had it in the modal before, which is gone.
 */
function useWayBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(() => {
    const isOfPage = before !== document.body && !before?.closest('[role$="dialog"]');
    if (isOfPage && before instanceof HTMLElement) opener = before;
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && opener?.isConnected) opener.focus();
      });
    };
  }, [before]);
}
