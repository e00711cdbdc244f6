/** The event that the shell dispatches when it shows the page of a new URL. */
export const PAGE_SHOWN = 'page-shown';
