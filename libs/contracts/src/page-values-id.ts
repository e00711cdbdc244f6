/**
 * ID of the `<script type="application/json">` with the page values. It is not in the file of their schema, because the
 * first load does not contain the schema (decision 15).
 */
export const PAGE_VALUES_ID = 'page-values';
