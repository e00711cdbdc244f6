import type { Rolldown } from 'vite';

/**
 * Groups the modules into chunks (decision 15). By default, the build makes about 80 chunks: one for each set of pages
 * that share modules. A page then loads up to 40 chunks. With these groups, a page loads its own chunk and a few shared
 * ones. A module and all its imports belong to the first group that matches, unless fewer pages than its
 * `minShareCount` use the module. A dynamic import stays a separate chunk, unless a group names it.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // Browsers cache the framework across our releases, so it has its own chunk in the first load.
  { name: 'framework', tags: ['$initial'], test: /node_modules/ },
  { name: 'portal', tags: ['$initial'] },
  // Schemas that a login needs.
  { name: 'schemas', test: /contracts\/src\/(?:identity\/(?:login|session|typed-code)|problem)\.ts$/ },
  // Registering and using passkeys. The login page loads this chunk when the visitor points at or focuses the form.
  {
    name: 'passkeys',
    test: /@simplewebauthn|contracts\/src\/identity\/passkeys|web\/src\/http\/passkey-ceremony/,
  },
  // The route table, and small modules that many pages share.
  {
    name: 'site',
    test: /web\/src\/(?:other-pages|shell\/pages\/failure-page|navigation\/loading-page|billing\/plans\/plan-picker|page-values\/page-titles|identity\/login\/suspended-words|ui\/(?!modal|list|select|checkbox|use-search)[\w-]+)\.tsx?$/,
  },
  // The query library, most schemas of API calls and lists in `libs`, and shared modules of the folders in `test`.
  {
    name: 'data',
    test: /@tanstack|libs\/(?:contracts|catalog)\/src\/(?!bil|tax|postal|card|decline|company|identity\/(?:security|second-factor|factor-recovery))|web\/src\/(?:http|navigation|identity|registration|account)\/(?!company-proof|lockout-notice|waiting|use-open)[\w-]+\.tsx?$/,
    minShareCount: 2,
  },
  // Form fields, without the list of mail providers, which few visitors need.
  {
    name: 'fields',
    test: /web\/src\/(?:fields\/(?!mail-prov|factor|.*password|rule-)|ui\/(?:checkbox|select))/,
    minShareCount: 2,
  },
  // Fields for new passwords and second-factor codes, which the sign-up form and most logins do not need.
  {
    name: 'secrets',
    test: /web\/src\/(?:fields\/(?:factor|.*password|rule-)|identity\/lockout-notice)|contracts\/src\/identity\/second-factor/,
  },
  // Modules of the pages for signed-in users, and the account menu.
  {
    name: 'account',
    test: /account-menu|pages\/settings-(?:layout|list|entries)|members\/(?:seats|team-query)|card-brands|contracts\/src\/identity\/(?:security|factor-recovery)|navigation\/company-proof/,
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
