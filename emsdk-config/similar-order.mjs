// Order of pieces of code in which similar pieces are adjacent.
//
// The similarity of two pieces is the number of short byte sequences that both contain. The most similar pairs become
// neighbors first, which builds chains. Each chain is followed by the chain most similar to the pieces placed last.

/** Length of a byte sequence: one or two short instructions. */
const RUN_BYTES = 6;
/** Sequences in more pieces than this are too common to indicate similarity. */
const MOST_OWNERS = 60;
const FEWEST_SHARED = 3;
/** Factor by which the weight of placed pieces shrinks when the next piece is placed. */
const FADING = 0.5;

function runsOf(piece) {
  const runs = new Set();
  for (let at = 0; at + RUN_BYTES <= piece.length; at += 1) {
    let hash = 0;
    for (let i = 0; i < RUN_BYTES; i += 1) hash = Math.imul(hash ^ piece[at + i], 0x01000193) + i;
    runs.add(hash | 0);
  }
  return runs;
}

/** Pairs of pieces with the number of runs that they share, most alike first: [shared, first, second]. */
function alikePairs(pieces) {
  const owners = new Map();
  pieces.forEach((piece, index) => {
    for (const run of runsOf(piece)) {
      if (!owners.has(run)) owners.set(run, []);
      owners.get(run).push(index);
    }
  });
  const shared = pieces.map(() => new Map());
  for (const list of owners.values()) {
    if (list.length > MOST_OWNERS) continue;
    list.forEach((a, at) => {
      for (const b of list.slice(at + 1)) shared[a].set(b, (shared[a].get(b) ?? 0) + 1);
    });
  }
  const pairs = shared.flatMap((others, a) => [...others].map(([b, count]) => [count, a, b]));
  return pairs
    .filter(([count]) => count >= FEWEST_SHARED)
    .sort((x, y) => y[0] - x[0] || x[1] - y[1] || x[2] - y[2]);
}

/** Two chains as one in which `a` and `b` are neighbors; nothing when one of them has two already. */
function joined(first, second, a, b) {
  const head = first.at(-1) === a ? first : first[0] === a ? first.toReversed() : undefined;
  const tail = second[0] === b ? second : second.at(-1) === b ? second.toReversed() : undefined;
  return head && tail ? [...head, ...tail] : undefined;
}

function chainsOf(count, pairs) {
  const chains = Array.from({ length: count }, (_, index) => [index]);
  for (const [, a, b] of pairs) {
    if (chains[a] === chains[b]) continue;
    const chain = joined(chains[a], chains[b], a, b);
    for (const index of chain ?? []) chains[index] = chain;
  }
  return [...new Set(chains)];
}

/** How much each chain has in common with each other one. */
function likenessOf(chains, pairs) {
  const chainOf = [];
  chains.forEach((chain, number) => {
    for (const index of chain) chainOf[index] = number;
  });
  const likeness = chains.map(() => new Map());
  for (const [count, a, b] of pairs) {
    const [one, other] = [chainOf[a], chainOf[b]];
    if (one === other) continue;
    likeness[one].set(other, (likeness[one].get(other) ?? 0) + count);
    likeness[other].set(one, (likeness[other].get(one) ?? 0) + count);
  }
  return likeness;
}

/** The positions of the pieces, in an order for a compressor; ties go by position. */
export function similarOrder(pieces) {
  const pairs = alikePairs(pieces);
  const chains = chainsOf(pieces.length, pairs);
  const likeness = likenessOf(chains, pairs);
  const left = new Set(chains.keys());
  const scores = chains.map(() => 0);
  const order = [];
  while (left.size > 0) {
    let next;
    for (const chain of left) if (next === undefined || scores[chain] > scores[next]) next = chain;
    left.delete(next);
    order.push(...chains[next]);
    for (const chain of left) {
      scores[chain] = scores[chain] * FADING + (likeness[next].get(chain) ?? 0);
    }
  }
  return order;
}
