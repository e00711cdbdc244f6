/** By itself, because the first load needs no other title (page-titles.ts). */
export const LOG_IN_TITLE = 'Log in';
