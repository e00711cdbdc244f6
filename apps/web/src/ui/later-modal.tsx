import { useEffect } from 'react';
import { loadOnTouch } from './load-on-touch.ts';
import type { ModalProps } from './modal.tsx';

/** With what React Aria needs for it, some 23 kB. */
const modals = loadOnTouch(() => import('./modal.tsx'));
export const loadModals = modals.load;

/** A modal of a page that most people leave without having opened it: it comes when the page is first touched. */
export function LaterModal(props: ModalProps) {
  const loaded = modals.use(true);
  useEffect(() => void loadModals().catch(() => {}), []);
  return loaded && <loaded.Modal {...props} />;
}
