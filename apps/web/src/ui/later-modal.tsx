import { useEffect } from 'react';
import { loadOnTouch } from './load-on-touch.ts';
import type { ModalProps } from './modal.tsx';

/** In its own chunk, because it includes a large part of React Aria. */
const modals = loadOnTouch(() => import('./modal.tsx'));
export const loadModals = modals.load;

export function LaterModal(props: ModalProps) {
  const loaded = modals.use(true);
  useEffect(() => void loadModals().catch(() => {}), []);
  return loaded && <loaded.Modal {...props} />;
}
