import { useEffect } from 'react';
import { loadOnTouch } from './load-on-touch.ts';
import type { ModalProps } from './modal.tsx';

/** Includes 23 kB of React Aria. */
const modals = loadOnTouch(() => import('./modal.tsx'));
export const loadModals = modals.load;

/** A modal that few visitors open. It loads when the visitor first touches the page. */
export function LaterModal(props: ModalProps) {
  const loaded = modals.use(true);
  useEffect(() => void loadModals().catch(() => {}), []);
  return loaded && <loaded.Modal {...props} />;
}
