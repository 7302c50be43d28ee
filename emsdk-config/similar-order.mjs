// Orders pieces of code so that similar pieces are adjacent.
//
// The similarity of two pieces is the number of short byte sequences that both contain. The most
// similar pairs become neighbors first, which builds chains. Then the chains are placed one by one.
// The next chain is always the one that is most similar to the recently placed chains.

/** Length in bytes of the compared sequences: one or two short instructions. */
const SEQUENCE_BYTES = 6;
/**
 * A sequence that occurs in more pieces than this is ignored: it is too common to indicate
 * similarity.
 */
const MAX_OWNERS = 60;
const MIN_SHARED = 3;
/**
 * A score is the similarity of a remaining chain to the placed chains. Each time a chain is placed,
 * the scores are multiplied by this factor.
 */
const DECAY = 0.5;

function sequencesOf(piece) {
  const sequences = new Set();
  for (let at = 0; at + SEQUENCE_BYTES <= piece.length; at += 1) {
    let hash = 0;
    for (let i = 0; i < SEQUENCE_BYTES; i += 1)
      hash = Math.imul(hash ^ piece[at + i], 0x01000193) + i;
    sequences.add(hash | 0);
  }
  return sequences;
}

/**
 * Returns pairs of pieces as [number of shared sequences, first index, second index], most similar
 * first.
 */
function similarPairs(pieces) {
  const owners = new Map();
  pieces.forEach((piece, index) => {
    for (const sequence of sequencesOf(piece)) {
      if (!owners.has(sequence)) owners.set(sequence, []);
      owners.get(sequence).push(index);
    }
  });
  const shared = pieces.map(() => new Map());
  for (const list of owners.values()) {
    if (list.length > MAX_OWNERS) continue;
    list.forEach((a, at) => {
      for (const b of list.slice(at + 1)) shared[a].set(b, (shared[a].get(b) ?? 0) + 1);
    });
  }
  const pairs = shared.flatMap((others, a) => [...others].map(([b, count]) => [count, a, b]));
  return pairs
    .filter(([count]) => count >= MIN_SHARED)
    .sort((x, y) => y[0] - x[0] || x[1] - y[1] || x[2] - y[2]);
}

/**
 * Joins two chains so that `a` and `b` become neighbors. Returns undefined if `a` or `b` is not at
 * an end of its chain.
 */
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

function similarityOf(chains, pairs) {
  const chainOf = [];
  chains.forEach((chain, number) => {
    for (const index of chain) chainOf[index] = number;
  });
  const similarity = chains.map(() => new Map());
  for (const [count, a, b] of pairs) {
    const [one, other] = [chainOf[a], chainOf[b]];
    if (one === other) continue;
    similarity[one].set(other, (similarity[one].get(other) ?? 0) + count);
    similarity[other].set(one, (similarity[other].get(one) ?? 0) + count);
  }
  return similarity;
}

/**
 * Returns the indices of the pieces in an order that compresses well. Among chains with equal
 * scores, the first one is placed first.
 */
export function similarOrder(pieces) {
  const pairs = similarPairs(pieces);
  const chains = chainsOf(pieces.length, pairs);
  const similarity = similarityOf(chains, pairs);
  const left = new Set(chains.keys());
  const scores = chains.map(() => 0);
  const order = [];
  while (left.size > 0) {
    let next;
    for (const chain of left) if (next === undefined || scores[chain] > scores[next]) next = chain;
    left.delete(next);
    order.push(...chains[next]);
    for (const chain of left) {
      scores[chain] = scores[chain] * DECAY + (similarity[next].get(chain) ?? 0);
    }
  }
  return order;
}
