/** Declarations that name the left or right, which are the wrong side in Arabic, and what takes their place. */
const PHYSICAL =
  /(?<![\w-])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)(?:-\w+)?|border-(?:top|bottom)-(?:left|right)-radius|left|right)\s*:|(?<![\w-])(?:text-align|float|clear)\s*:\s*(?:left|right)\b/g;

/** The declarations of a style sheet that are of one direction only. */
export function physicalDeclarations(css: string): string[] {
  const withoutComments = css.replace(/\/\*.*?\*\//gs, '');
  return [...withoutComments.matchAll(PHYSICAL)].map(([found]) => found);
}
