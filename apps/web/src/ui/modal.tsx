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
  actions?: ReactNode;
  /** If missing, neither Escape nor the backdrop closes the modal, and it has no close button (docs/product.md 2). */
  onClose?: (() => void) | undefined;
  isAlert?: boolean;
};

/** React Aria moves, traps and restores the focus. */
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
            <Button
              className={styles.close ?? ''}
              aria-label={t('ui.modal.close', 'Close')}
              onPress={onClose}
            >
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

/** The element that had the focus before the first of several consecutive modals. */
let opener: HTMLElement | undefined;

/**
 * If one modal directly follows another, returns the focus to the opener of the first one. React Aria would return it
 * to an element of the previous modal, which no longer exists.
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
