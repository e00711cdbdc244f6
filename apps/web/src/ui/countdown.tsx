import { useState } from 'react';
import { minutesAndSeconds } from './use-seconds-until.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

type CountdownProps = {
  seconds: number;
  wording(time: string): string;
  ended: string;
};

/** Screen readers announce the time at the start, at each full minute and at the end. */
export function Countdown({ seconds, wording, ended }: CountdownProps) {
  const [spokenSeconds, setSpokenSeconds] = useState(seconds);
  const minute = Math.ceil(seconds / 60) * 60;
  const isDue = seconds === 0 || seconds > spokenSeconds || minute < spokenSeconds;
  const nextSpoken = seconds === 0 ? 0 : minute < spokenSeconds ? minute : seconds;
  if (isDue && nextSpoken !== spokenSeconds) setSpokenSeconds(nextSpoken);
  return (
    <>
      <span aria-hidden="true">{seconds > 0 && wording(minutesAndSeconds(seconds))}</span>
      <VisuallyHidden>
        <span aria-live="polite">
          {spokenSeconds > 0 ? wording(minutesAndSeconds(spokenSeconds)) : ended}
        </span>
      </VisuallyHidden>
    </>
  );
}
