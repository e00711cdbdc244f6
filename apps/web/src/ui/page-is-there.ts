/** Sent when what is at a new address stands in the page. */
export const PAGE_IS_THERE = 'page-is-there';
