import { fullPath, type Files } from './references.ts';

/** How many rows of levels 1 and 2 each section of ASVS 5.0.0 has; they are numbered from 1 without a gap. */
const SECTIONS: Readonly<Record<string, number>> = {
  '1.1': 2,
  '1.2': 9,
  '1.3': 11,
  '1.4': 3,
  '1.5': 2,
  '2.1': 3,
  '2.2': 3,
  '2.3': 4,
  '2.4': 1,
  '3.2': 2,
  '3.3': 4,
  '3.4': 6,
  '3.5': 5,
  '3.7': 2,
  '4.1': 3,
  '4.2': 1,
  '4.3': 2,
  '4.4': 4,
  '5.1': 1,
  '5.2': 3,
  '5.3': 2,
  '5.4': 3,
  '6.1': 3,
  '6.2': 12,
  '6.3': 4,
  '6.4': 4,
  '6.5': 5,
  '6.6': 3,
  '6.8': 4,
  '7.1': 3,
  '7.2': 4,
  '7.3': 2,
  '7.4': 5,
  '7.5': 2,
  '7.6': 2,
  '8.1': 2,
  '8.2': 3,
  '8.3': 1,
  '8.4': 1,
  '9.1': 3,
  '9.2': 4,
  '10.1': 2,
  '10.2': 2,
  '10.3': 4,
  '10.4': 11,
  '10.5': 5,
  '10.6': 2,
  '10.7': 3,
  '11.1': 2,
  '11.2': 3,
  '11.3': 3,
  '11.4': 4,
  '11.5': 1,
  '11.6': 1,
  '12.1': 3,
  '12.2': 2,
  '12.3': 4,
  '13.1': 1,
  '13.2': 5,
  '13.3': 2,
  '13.4': 5,
  '14.1': 2,
  '14.2': 4,
  '14.3': 3,
  '15.1': 3,
  '15.2': 3,
  '15.3': 7,
  '16.1': 1,
  '16.2': 5,
  '16.3': 4,
  '16.4': 3,
  '16.5': 3,
  '17.1': 1,
  '17.2': 4,
  '17.3': 2,
};

const ALL_ROWS = Object.entries(SECTIONS).flatMap(([section, count]) =>
  Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
);

const STATES = ['met', 'partly', 'open', 'not here', 'by operators'];

/** A file in backticks, and what it says where that is quoted behind it. */
const PROOF = /`([\w./-]+)`(?:: “([^”]+)”)?/g;

interface AsvsRow {
  ids: string[];
  state: string;
  shown: string;
}

/** The lines of the page's tables that begin with a row's number. */
function readRows(page: string): AsvsRow[] {
  return page
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, ids = '', , state = '', shown = '']) => ({ ids: ids.split(', '), state, shown }));
}

/** What is wrong with docs/asvs.md, a sentence each. */
export function findAsvsFaults(page: string, files: Files): string[] {
  const rows = readRows(page);
  const named = rows.flatMap(({ ids }) => ids);
  return [
    ...ALL_ROWS.filter((id) => !named.includes(id)).map((id) => `${id} is missing`),
    ...named.filter((id) => !ALL_ROWS.includes(id)).map((id) => `${id} is no row of levels 1 and 2`),
    ...named.filter((id, at) => named.indexOf(id) !== at).map((id) => `${id} is there twice`),
    ...rows.flatMap((row) => faultsOf(row, files).map((fault) => `${row.ids.join(', ')}: ${fault}`)),
  ];
}

function faultsOf({ state, shown }: AsvsRow, files: Files): string[] {
  if (!STATES.includes(state)) return [`"${state}" is no state`];
  const proofs = [...shown.matchAll(PROOF)].map(([, path = '', title]) => ({ path: fullPath(path), title }));
  const isFile = ({ path }: { path: string }): boolean => /\/|\.[a-z]+$/.test(path);
  const reason = shown.replaceAll(PROOF, '').replaceAll(/[,.;:\s]/g, '');
  return [
    ...(state === 'met' && !proofs.some(isFile) ? ['nothing shows it'] : []),
    ...(state !== 'met' && reason === '' ? ['there is no reason'] : []),
    ...proofs.filter(isFile).flatMap(({ path, title }) => {
      const text = files.get(path);
      if (text === undefined) return [`there is no ${path}`];
      return title === undefined || text.includes(title) ? [] : [`${path} does not say "${title}"`];
    }),
  ];
}
