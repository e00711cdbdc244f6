/** The event that the shell dispatches when the page of a new URL is shown. */
export const PAGE_SHOWN = 'page-shown';
