import { t } from '../words/t.ts';

export type Option = {
  value: string;
  label: string;
  description?: string;
  /** Other names by which a search finds the option: an ISO code, a name or a reading. */
  search?: readonly string[];
};

export type SelectFieldProps = {
  label: string;
  name: string;
  options: readonly Option[];
  value: string;
  onChange(value: string): void;
  error?: string | undefined;
  placeholder?: string;
  isDisabled?: boolean;
  isRequired?: boolean;
  autoComplete?: string;
  groups?: { firstCount: number; firstLabel: string; restLabel: string } | undefined;
};

export const placeholder = () =>
  t('ui.selectParts.placeholder', 'Select ## in a box where nothing is chosen yet');
