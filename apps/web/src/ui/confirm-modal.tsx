import type { ReactNode } from 'react';
import { t } from '../words/t.ts';
import { Button } from './button.tsx';
import { LaterModal } from './later-modal.tsx';

type ConfirmModalProps = {
  title: string;
  children: ReactNode;
  yes: string;
  /** The label of the cancel button, if "Cancel" could be mistaken for the action itself. */
  no?: string;
  /** The action removes nothing, so its button is not red. */
  isHarmless?: boolean;
  onClose(): void;
  onYes(): void;
};

export function ConfirmModal({ title, children, yes, no, isHarmless, onClose, onYes }: ConfirmModalProps) {
  return (
    <LaterModal
      title={title}
      isAlert
      onClose={onClose}
      actions={
        <>
          <Button variant="secondary" onClick={onClose}>
            {no ?? t('common.cancel', 'Cancel')}
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
