/** Dispatched when the page of a new address is shown. */
export const PAGE_IS_THERE = 'page-is-there';
