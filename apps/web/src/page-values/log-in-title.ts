import { t } from '../words/t.ts';

/** By itself, because the first load needs no other title (page-titles.ts). */
export const logInTitle = () => t('common.logIn', 'Log in');
