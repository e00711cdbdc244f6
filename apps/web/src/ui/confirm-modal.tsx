import type { ReactNode } from 'react';
import { t } from '../words/t.ts';
import { Button } from './button.tsx';
import { LaterModal } from './later-modal.tsx';

type ConfirmModalProps = {
  title: string;
  children: ReactNode;
  yes: string;
  /** Where "Cancel" could be taken for the change itself. */
  no?: string;
  /** Nothing is taken away. */
  isHarmless?: boolean;
  onClose(): void;
  onYes(): void;
};

/** Asks before what cannot be taken back at once. */
export function ConfirmModal({ title, children, yes, no, isHarmless, onClose, onYes }: ConfirmModalProps) {
  return (
    <LaterModal
      title={title}
      isAlert
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {no ?? t('Cancel')}
          </Button>
          <Button variant={isHarmless ? 'primary' : 'danger'} onClick={onYes}>
            {yes}
          </Button>
        </>
      }
    >
      {children}
    </LaterModal>
  );
}
