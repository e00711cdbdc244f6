import styles from './full-table.module.css';
import { seatPositions } from './seating.ts';

export function FullTable() {
  return (
    <svg className={styles.picture} width="180" height="180" viewBox="0 0 180 180" aria-hidden="true">
      <circle cx="90" cy="90" r="44" className={styles.table} />
      {seatPositions(90, 90, 66, 10).map((seat, index) => (
        <circle
          key={index}
          cx={seat.x}
          cy={seat.y}
          r="12"
          className={[styles.seat, styles.mint, styles.apricot][index % 3]}
        />
      ))}
      <path d="m72 91 13 13 24-27" className={styles.tick} />
    </svg>
  );
}
