/** Dispatched when the page of a new address is shown. */
export const PAGE_SHOWN = 'page-shown';
