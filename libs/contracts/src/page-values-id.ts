/**
 * Id of the `<script type="application/json">` that carries the page values; apart from their schema, which the first
 * load does without (decision 15).
 */
export const PAGE_VALUES_ID = 'page-values';
