import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { t } from '../../words/t.ts';
import styles from './marketing-picture.module.css';

const seatingDiagram = new URL('./seating-diagram.svg', import.meta.url).href;

export function MarketingPicture({ href }: { href: string }) {
  return (
    <a className={styles.link} href={href} target="_blank" rel="noopener">
      <img
        className={styles.picture}
        src={seatingDiagram}
        width="480"
        height="356"
        alt={t(
          'identity.marketingPicture.imageAlt',
          'Seating diagram of a ballroom with a stage and five round tables.',
        )}
      />
      <span className={styles.caption}>
        {t('identity.marketingPicture.caption', 'Find the venue for your next event')}
        <VisuallyHidden> {t('common.opensInNewTab', '(opens in a new tab)')}</VisuallyHidden>
      </span>
    </a>
  );
}
