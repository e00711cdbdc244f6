import type { Rolldown } from 'vite';

/**
 * Which files the sources become (decision 15). Left alone, the build makes one of every set of modules that the same
 * pages share, which is some 80, and a page asks for up to 40 of them. So a page is its own file and a few of these.
 * The first row that fits takes a module, with all that it imports; what is imported dynamically stays apart, unless a
 * row names it. What one page alone has is in the file of that page.
 */
export const chunkGroups: Rolldown.CodeSplittingGroup[] = [
  // The first load: the framework, which browsers keep over our releases, and our part.
  { name: 'framework', tags: ['$initial'], test: /node_modules/ },
  { name: 'portal', tags: ['$initial'] },
  // What a login is sent and answered by.
  { name: 'schemas', test: /contracts\/src\/(?:identity\/(?:login|session|typed-code)|problem)\.ts$/ },
  // Making and using passkeys; the login asks for it after it is there.
  {
    name: 'passkeys',
    test: /@simplewebauthn|contracts\/src\/identity\/passkeys|web\/src\/http\/passkey-ceremony/,
  },
  // Every page but the login and the home has it: the table of pages, and small parts of screens.
  {
    name: 'site',
    test: /web\/src\/(?:other-pages|shell\/pages\/failure-page|navigation\/loading-page|billing\/plans\/plan-picker|page-values\/page-titles|identity\/login\/suspended-words|ui\/(?!modal|list|select|checkbox|use-search)[\w-]+)\.tsx?$/,
  },
  // Calls, and what their answers are read by; not those about money.
  {
    name: 'data',
    test: /@tanstack|libs\/(?:contracts|catalog)\/src\/(?!bil|tax|postal|card|decline|company|identity\/(?:security|second-factor|factor-recovery))|web\/src\/(?:http|navigation|identity|registration|account)\/(?!company-proof|lockout-notice|waiting|use-open)[\w-]+\.tsx?$/,
    minShareCount: 2,
  },
  // Forms; without the dialog that asks who is there, and the mail providers, which come for an address typed wrongly.
  {
    name: 'fields',
    test: /web\/src\/(?:fields\/(?!mail-prov|factor|.*password|rule-)|ui\/(?:checkbox|select))/,
    minShareCount: 2,
  },
  // Choosing a password, and the code of a second factor: steps that the form of a sign-up and most logins do without.
  {
    name: 'secrets',
    test: /web\/src\/(?:fields\/(?:factor|.*password|rule-)|identity\/lockout-notice)|contracts\/src\/identity\/second-factor/,
  },
  // Pages behind a session, and the header's menu for who has one.
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
