import { encode } from 'uqr';
import { t } from '../../words/t.ts';
import styles from './second-factor.module.css';

/** The width of the light border that QR readers require: four modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** Draws the QR code in the page without requesting an image, so that the text stays in the browser. */
export function QrCode({ text }: { text: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  const cells = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')));
  return (
    <svg
      className={styles.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={t('identity.qrCode.imageAlt', 'QR code for your authenticator app')}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={cells.join('')} fill="#000" />
    </svg>
  );
}
