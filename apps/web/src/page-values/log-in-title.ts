import { t } from '../words/t.ts';

/** In its own file, because the first load needs no other title of page-titles.ts. */
export const logInTitle = () => t('common.logIn', 'Log in');
