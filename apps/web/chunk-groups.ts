import type { Rolldown } from 'vite';

/**
 * Groups the modules into chunks (decision 15). Without these groups, the build makes one chunk for each set of pages
 * that share modules, so a page loads dozens of chunks.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // Browsers cache the framework across releases, so it has its own chunk.
  { name: 'framework', tags: ['$initial'], test: /node_modules/ },
  { name: 'portal', tags: ['$initial'] },
  { name: 'schemas', test: /contracts\/src\/(?:identity\/(?:login|session|typed-code)|problem)\.ts$/ },
  // The login page loads this chunk when the visitor points at the form or focuses it.
  {
    name: 'passkeys',
    test: /@simplewebauthn|contracts\/src\/identity\/passkeys|web\/src\/http\/passkey-ceremony/,
  },
  {
    name: 'site',
    test: /web\/src\/(?:other-pages|shell\/pages\/failure-page|navigation\/loading-page|billing\/plans\/plan-picker|page-values\/page-titles|identity\/login\/suspended-words|ui\/(?!modal|list|select|checkbox|use-search)[\w-]+)\.tsx?$/,
  },
  {
    name: 'data',
    test: /@tanstack|libs\/(?:contracts|catalog)\/src\/(?!bil|tax|postal|card|decline|company|identity\/(?:security|second-factor|factor-recovery))|web\/src\/(?:http|navigation|identity|registration|account)\/(?!company-step-up|lockout-notice|waiting|use-open)[\w-]+\.tsx?$/,
    minShareCount: 2,
  },
  // The list of mail providers is not in this chunk, because few visitors need it.
  {
    name: 'fields',
    test: /web\/src\/(?:fields\/(?!mail-prov|factor|.*password|rule-)|ui\/(?:checkbox|select))/,
    minShareCount: 2,
  },
  // A chunk of its own, because the sign-up form and most logins need no fields for new passwords and codes.
  {
    name: 'secrets',
    test: /web\/src\/(?:fields\/(?:factor|.*password|rule-)|identity\/lockout-notice)|contracts\/src\/identity\/second-factor/,
  },
  {
    name: 'account',
    test: /account-menu|pages\/settings-(?:layout|list|entries)|members\/(?:seats|team-query)|card-brands|contracts\/src\/identity\/(?:security|factor-recovery)|navigation\/company-step-up/,
  },
  {
    name: 'billing',
    test: /web\/src\/(?:billing\/[\w-]+\.|navigation\/(?:waiting|use-open))|catalog\/src\/decline/,
    minShareCount: 2,
  },
  {
    name: 'invitations',
    test: /web\/src\/(?:invitations\/[\w-]+\.|registration\/team-members|\w+\/pages\/(?:team-member-steps|team-invitation|owner|other))/,
    minShareCount: 2,
  },
];
