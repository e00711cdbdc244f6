/**
 * A database of places in MaxMind's format (https://maxmind.github.io/MaxMind-DB/, version 2.0), made for specs: IPv4
 * networks and what is known of each.
 */

type Value = string | number | { readonly [key: string]: Value };

const SEPARATOR_BYTES = 16;
const RECORD_BITS = 24;
const STRING = 2;
const UINT16 = 5;
const MAP = 7;
/** The longest size that the control byte itself can hold. */
const SHORT = 28;

/** `networks`: those like `203.0.113.0/24`, of which none lies in another. */
export function placesDatabase(networks: Readonly<Record<string, Value>>): Buffer {
  const tree: [Tree | undefined, Tree | undefined] = [undefined, undefined];
  for (const [network, value] of Object.entries(networks)) insert(tree, bitsOf(network), value);
  const nodes = listNodes(tree);
  const chunks: Buffer[] = [];
  let length = 0;
  const store = (value: Value) => {
    const at = length;
    const bytes = encode(value);
    chunks.push(bytes);
    length += bytes.length;
    return nodes.length + SEPARATOR_BYTES + at;
  };
  const search = Buffer.alloc((nodes.length * 2 * RECORD_BITS) / 8);
  nodes.forEach((node, index) =>
    node.forEach((side, which) => {
      const record =
        side === undefined ? nodes.length : isLeaf(side) ? store(side.value) : nodes.indexOf(side);
      search.writeUIntBE(record, (index * 2 + which) * (RECORD_BITS / 8), RECORD_BITS / 8);
    }),
  );
  const metadata = {
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 0,
    database_type: 'City',
    ip_version: 4,
    node_count: nodes.length,
    record_size: RECORD_BITS,
  };
  const marker = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
  return Buffer.concat([search, Buffer.alloc(SEPARATOR_BYTES), ...chunks, marker, encode(metadata)]);
}

type Leaf = { value: Value };
type Branch = [Tree | undefined, Tree | undefined];
type Tree = Leaf | Branch;

const isLeaf = (tree: Tree): tree is Leaf => !Array.isArray(tree);

function bitsOf(network: string): number[] {
  const [address = '', prefix = ''] = network.split('/');
  const bits = address.split('.').map((part) => Number(part).toString(2).padStart(8, '0'));
  return [...bits.join('').slice(0, Number(prefix))].map(Number);
}

function insert(root: Branch, bits: readonly number[], value: Value): void {
  let branch = root;
  bits.forEach((bit, at) => {
    const side = bit === 0 ? 0 : 1;
    if (at === bits.length - 1) {
      branch[side] = { value };
      return;
    }
    const next = branch[side];
    if (next && isLeaf(next)) throw new Error('A network lies in another one');
    branch = branch[side] = next ?? [undefined, undefined];
  });
}

function listNodes(root: Branch): Branch[] {
  const nodes = [root];
  // Grows as it goes.
  for (const node of nodes) for (const side of node) if (side && !isLeaf(side)) nodes.push(side);
  return nodes;
}

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([control(STRING, text.length), text]);
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(2);
    bytes.writeUInt16BE(value);
    return Buffer.concat([control(UINT16, bytes.length), bytes]);
  }
  const entries = Object.entries(value).flatMap(([key, one]) => [encode(key), encode(one)]);
  return Buffer.concat([control(MAP, entries.length / 2), ...entries]);
}

function control(type: number, size: number): Buffer {
  if (size <= SHORT) return Buffer.from([(type << 5) | size]);
  return Buffer.from([(type << 5) | (SHORT + 1), size - SHORT - 1]);
}
