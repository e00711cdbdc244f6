import { currentLanguage } from '../words/current-language.ts';
import { t } from '../words/t.ts';

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

export function timeInWords(iso: string, nowMs: number): string {
  const ageMs = nowMs - Date.parse(iso);
  const words = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'always' });
  const unit = units.find(([, lengthMs]) => ageMs >= lengthMs);
  return unit ? words.format(-Math.floor(ageMs / unit[1]), unit[0]) : t('ui.timeInWords.justNow', 'just now');
}
