import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { answerObserving, notSaved, observeOutcome, useObserving } from './observing.ts';
import { usePageValues } from '../page-values/page-values.tsx';
import { Button } from '../ui/button.tsx';
import { Sentences } from '../words/join.ts';
import { rich, t } from '../words/t.ts';
import styles from './observe-bar.module.css';

/**
 * Does not overlay the page. The HTML contains this bar from the start, and it keeps its
 * height after the answer, so that the layout does not shift.
 */
export function ObserveBar() {
  const { links } = usePageValues();
  const observing = useObserving();
  const [isHere] = useState(observing === 'ask');
  const bar = useRef<HTMLElement>(null);
  const outcome = useRef<HTMLParagraphElement>(null);
  const { mutate, isPending, isSuccess, isError } = useMutation({ mutationFn: answerObserving });
  useEffect(() => {
    // The focused button was removed, so the message with the outcome gets the focus.
    if (isSuccess) outcome.current?.focus({ preventScroll: true });
  }, [isSuccess]);
  if (!isHere) return null;
  const answer = (isAllowed: boolean) => () => {
    if (isPending) return;
    if (bar.current) bar.current.style.minBlockSize = `${bar.current.getBoundingClientRect().height}px`;
    mutate(isAllowed);
  };
  return (
    <aside
      data-if="ask"
      className={styles.bar}
      aria-label={t('shell.observeBar.label', 'Monitoring and analytics')}
      ref={bar}
    >
      {observing === 'ask' ? (
        <>
          <p>
            <Sentences>
              {rich(
                'shell.observeBar.question',
                'May we use monitoring and analytics? Other companies run them for us. They keep a cookie in your browser and learn who logs in, what’s used and what fails. <link>Privacy notice</link>',
                { link: (words) => <a href={links.privacy}>{words}</a> },
              )}
              {isError && <strong role="alert">{notSaved()}</strong>}
            </Sentences>
          </p>
          <div className={styles.answers}>
            <Button variant="secondary" onClick={answer(false)}>
              {t('shell.denyButton', 'Don’t allow')}
            </Button>
            <Button variant="secondary" onClick={answer(true)}>
              {t('shell.allowButton', 'Allow ## monitoring and analytics')}
            </Button>
          </div>
        </>
      ) : (
        <p key="outcome" ref={outcome} tabIndex={-1}>
          {observeOutcome(observing)}
        </p>
      )}
    </aside>
  );
}
