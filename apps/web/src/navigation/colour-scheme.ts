import { useSyncExternalStore } from 'react';
import { stored } from './storage.ts';

const colourSchemes = ['system', 'light', 'dark'] as const;
type ColourScheme = (typeof colourSchemes)[number];

/** The script in index.html reads this value before the first paint. */
const storedScheme = stored('localStorage', 'colour-scheme', (value) =>
  colourSchemes.find((scheme) => scheme === value),
);

function readScheme(): ColourScheme {
  return storedScheme.read() ?? 'system';
}

export function chooseColourScheme(scheme: ColourScheme): void {
  storedScheme.write(scheme);
  dispatchEvent(new CustomEvent('colour-scheme', { detail: scheme }));
}

export function useColourScheme(): ColourScheme {
  return useSyncExternalStore(storedScheme.subscribe, readScheme);
}

const DARK_QUERY = '(prefers-color-scheme: dark)';

export function useIsDark(): boolean {
  const scheme = useColourScheme();
  const isSystemDark = useSyncExternalStore(
    (listener) => {
      const query = window.matchMedia(DARK_QUERY);
      query.addEventListener('change', listener);
      return () => query.removeEventListener('change', listener);
    },
    () => window.matchMedia(DARK_QUERY).matches,
  );
  return scheme === 'system' ? isSystemDark : scheme === 'dark';
}
