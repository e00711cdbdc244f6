import { relative } from 'node:path';

/**
 * A reporter for Stryker that shows each change that no spec noticed as it comes: the list at the end may be an hour away.
 * https://stryker-mutator.io/docs/stryker-js/plugins/
 */
const reporter = {
  onMutantTested({ status, fileName, location: { start }, replacement = '' }) {
    if (status !== 'Survived' && status !== 'NoCoverage') return;
    const place = `${relative(process.cwd(), fileName)}:${start.line}:${start.column}`;
    console.log(`${status}: ${place} -> ${replacement.replaceAll(/\s+/g, ' ').slice(0, 100)}`);
  },
};

export const strykerPlugins = [{ kind: 'Reporter', name: 'survivors', value: reporter }];
