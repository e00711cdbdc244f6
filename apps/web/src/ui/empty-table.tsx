import styles from './empty-table.module.css';
import { seatPositions } from './seating.ts';

export function EmptyTable() {
  return (
    <svg className={styles.picture} width="180" height="150" viewBox="0 0 180 150" aria-hidden="true">
      <circle cx="84" cy="76" r="32" className={styles.table} />
      {seatPositions(84, 76, 50, 8).map((seat, index) =>
        index === 1 ? null : <circle key={index} cx={seat.x} cy={seat.y} r="9" className={styles.seat} />,
      )}
      <circle cx="119.4" cy="40.6" r="8" className={styles.gap} />
      <circle cx="151" cy="30" r="9" className={styles.moved} />
    </svg>
  );
}
