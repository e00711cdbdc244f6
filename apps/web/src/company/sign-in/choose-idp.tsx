import { useEffect, useRef } from 'react';
import { ButtonAnchor } from '../../ui/button.tsx';
import { t } from '../../words/t.ts';
import styles from './company-sign-in-form.module.css';
import { signInAddress } from './use-find-idp.ts';

export function ChooseIdp({ idpNames }: { idpNames: string[] }) {
  const question = useRef<HTMLHeadingElement>(null);
  useEffect(() => question.current?.focus(), []);
  return (
    <div className={styles.form}>
      <h2 ref={question} tabIndex={-1} className={styles.question} id="choose-idp">
        {t('company.chooseIdp.intro', 'Your company has several teams here. Which one is yours?')}
      </h2>
      <ul className={styles.choices} aria-labelledby="choose-idp">
        {idpNames.map((name) => (
          <li key={name}>
            <ButtonAnchor href={signInAddress(name)} variant="secondary" isWide>
              <bdi>{name}</bdi>
            </ButtonAnchor>
          </li>
        ))}
      </ul>
    </div>
  );
}
