import { timeInWords } from './time-in-words.ts';
import { formatLocale } from '../words/format-locale.ts';

/** How long ago something was, seen from the moment its data came; the exact time is there for who points at it. */
export function TimeAgo({ iso, nowMs }: { iso: string; nowMs: number }) {
  return (
    <time dateTime={iso} title={new Date(iso).toLocaleString(formatLocale())}>
      {timeInWords(iso, nowMs)}
    </time>
  );
}
