import { useLayoutEffect, useSyncExternalStore, type ReactNode } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';
import { useFullSession } from '../http/known-session.ts';
import { useCurrentTitle } from '../page-values/document-title.ts';
import { PAGE_SHOWN } from '../ui/page-shown.ts';
import { useIsLongWait } from '../ui/long-wait.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';
import { t } from '../words/t.ts';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { ObserveBar } from './observe-bar.tsx';
import { PlanBanner } from './plan-banner.tsx';
import { shellPartsFor } from './shell-rules.ts';
import styles from './shell.module.css';
import { SidePanel } from './side-panel.tsx';

const MAIN_ID = 'main';

export function Shell({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const { hasFooter, hasPlan } = shellPartsFor(pathname, useFullSession() !== undefined);
  const isMobile = useIsMobile();
  const hasBanner = hasPlan && isMobile !== false;
  const hasPanel = hasPlan && !isMobile;
  useArrival();
  return (
    <div className={`${styles.shell} ${hasBanner ? styles.underBanner : ''}`}>
      <a
        className={styles.skip}
        href={`#${MAIN_ID}`}
        onClick={(event) => {
          event.preventDefault();
          document.querySelector<HTMLElement>(`#${MAIN_ID} h1`)?.focus();
        }}
      >
        {t('shell.shell.skipToContent', 'Skip to content')}
      </a>
      {hasBanner && <PlanBanner />}
      <Header />
      {hasFooter && <ObserveBar />}
      <main id={MAIN_ID} className={`${styles.main} ${hasPanel ? styles.besidePlan : ''}`}>
        {children}
        {hasPanel && <SidePanel />}
      </main>
      {hasFooter && <Footer />}
      <TitleAnnouncer />
      <LongWaitLine />
    </div>
  );
}

function LongWaitLine() {
  const isLong = useIsLongWait();
  return (
    <div aria-live="polite" className={styles.wait}>
      {isLong && t('shell.shell.takingLong', 'This is taking longer than usual…')}
    </div>
  );
}

/** Announces the title of each new page. Screen readers announce the first page themselves. */
function TitleAnnouncer() {
  const title = useCurrentTitle();
  return (
    <VisuallyHidden>
      <span aria-live="polite" aria-atomic="true">
        {title}
      </span>
    </VisuallyHidden>
  );
}

/** Scrolls a new page to its top. The browser restores the position on Back and Forward. */
function useArrival(): void {
  const { pathname } = useLocation();
  const type = useNavigationType();
  useLayoutEffect(() => {
    if (type !== 'POP') window.scrollTo(0, 0);
    dispatchEvent(new Event(PAGE_SHOWN));
  }, [pathname, type]);
}

/** The mobile width (docs/product.md 9). The style sheets repeat it, because media queries allow no variables. */
const MOBILE_QUERY = '(width <= 1080px)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(MOBILE_QUERY);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Undefined in the prerendered HTML, where style sheets decide. */
function useIsMobile(): boolean | undefined {
  return useSyncExternalStore(
    subscribe,
    () => window.matchMedia(MOBILE_QUERY).matches,
    () => undefined,
  );
}
