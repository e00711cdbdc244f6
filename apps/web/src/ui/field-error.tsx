import styles from './field.module.css';
import { Icon } from './icon.tsx';

export function FieldError({ text }: { text: string }) {
  return (
    <span className={styles.error}>
      <Icon name="alert" size={16} />
      <span>{text}</span>
    </span>
  );
}
