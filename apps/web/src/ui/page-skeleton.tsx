import layout from './page-skeleton.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';
import { t } from '../words/t.ts';

export function PageSkeleton({ title, kind = 'form' }: { title: string; kind?: 'form' | 'setting' }) {
  const isSetting = kind === 'setting';
  return (
    <div className={layout.page}>
      {isSetting && <div className={layout.menu} />}
      <h1 className={layout.title}>{title}</h1>
      <div className={layout.line} />
      {Array.from({ length: 3 }, (_, row) => (
        <div key={row} className={isSetting ? layout.row : layout.field} />
      ))}
      <VisuallyHidden>
        <span role="status">{t('ui.loading', 'Loading')}</span>
      </VisuallyHidden>
    </div>
  );
}
