import { meetingSpaceValues } from '@foyer/catalog/meeting-space';
import type { Option } from '../ui/select-parts.ts';
import { currentLanguage } from '../words/current-language.ts';
import { t } from '../words/t.ts';

const SQUARE_METRES_PER_SQUARE_FOOT = 0.092_903;

/** In all languages except English, the sizes are also in square metres. */
export function meetingSpaceOptions(): readonly Option[] {
  return meetingSpaceValues.map((value) => ({
    value,
    label: currentLanguage() === 'en' ? value : withSquareMetres(value),
  }));
}

function withSquareMetres(value: string): string {
  const numbers = new Intl.NumberFormat(currentLanguage());
  const metres = new Intl.NumberFormat(currentLanguage(), { maximumSignificantDigits: 2 });
  const feet = [...value.matchAll(/[\d,]+/g)].map(([number]) => Number(number.replaceAll(',', '')));
  const sign = feet.length > 1 ? '' : value.startsWith('Less') ? '< ' : '≥ ';
  const inFeet = feet.map((number) => numbers.format(number)).join('–');
  const inMetres = feet.map((number) => metres.format(number * SQUARE_METRES_PER_SQUARE_FOOT)).join('–');
  return t('fields.meetingSpaceOptions.area', '{feet} sq ft ({metres} m²)', {
    feet: `${sign}${inFeet}`,
    metres: `${sign}${inMetres}`,
  });
}
