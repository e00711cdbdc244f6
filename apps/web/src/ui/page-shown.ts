/** The shell dispatches this event when it shows the page of a new URL. */
export const PAGE_SHOWN = 'page-shown';
