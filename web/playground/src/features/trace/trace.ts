/**
 * One query's walk over a structure, step by step, as the library counts it: a visit is a node whose volume was
 * looked at, an item test an item that was compared.
 */

/** What a step was. Those up to `Empty` are visits. */
export const Step = {
  /** The query misses the node. */
  Missed: 0,
  /** The node is farther away than a search for neighbours still reaches. */
  Far: 1,
  /** Neither, and the node's children come next. */
  Opened: 2,
  /** Neither, and the node holds items only. */
  Reached: 3,
  /** The query holds the node whole: everything below is a hit without a test. */
  Covered: 4,
  /** Passed on the way through what is covered. */
  Below: 5,
  /** A child that holds nothing any more. */
  Empty: 6,
  /** Items were compared. */
  Items: 7,
  /** A packet of places for items was compared at once, vacant ones too. */
  Packet: 8,
  /** Items were taken without being compared. */
  Certain: 9,
  /** A node that had been put off is out of reach when its turn comes. */
  Dropped: 10,
  /** All places of a leaf were compared, vacant ones too. */
  Places: 11,
  /** The next leaf of the same visit: they lie behind each other. */
  Next: 12,
} as const;
export type Step = (typeof Step)[keyof typeof Step];

const NO_NODE = -1;

export class Trace {
  /** By step: the node in the dump, -1 for one that the dump leaves out. */
  readonly nodes: number[] = [];
  readonly kinds: Step[] = [];
  /** Children of an opened node; items of the others. */
  readonly amounts: number[] = [];
  /** Hits up to and with each step. */
  readonly hitCounts: number[] = [];
  /** Ids in the order in which they were found. */
  readonly hits: number[] = [];
  nodeVisits = 0;
  itemTests = 0;
  /** Cells that were looked up and are not there: no visits, and yet the most of the work of some queries. */
  emptyLookups = 0;

  get length(): number {
    return this.nodes.length;
  }

  visit(node: number, kind: Step, amount: number): void {
    this.nodeVisits++;
    this.add(node, kind, amount);
  }

  /** A block of cells that is no node of the picture: missed, or opened in two halves. */
  visitCells(kind: typeof Step.Missed | typeof Step.Opened): void {
    this.visit(NO_NODE, kind, 2);
  }

  /** Another leaf that the last visit looks into. */
  passOn(node: number): void {
    this.add(node, Step.Next, 0);
  }

  emptyVisit(): void {
    this.visit(NO_NODE, Step.Empty, 0);
  }

  /** Items of a node that were compared, of which `found` are hits. */
  compare(node: number, tested: number, found: readonly number[]): void {
    if (tested > 0) this.test(node, Step.Items, tested, found);
  }

  comparePacket(node: number, places: number, found: readonly number[]): void {
    this.test(node, Step.Packet, places, found);
  }

  comparePlaces(node: number, places: number, found: readonly number[]): void {
    this.test(node, Step.Places, places, found);
  }

  take(node: number, ids: readonly number[]): void {
    if (ids.length === 0) return;
    for (const id of ids) this.hits.push(id);
    this.add(node, Step.Certain, ids.length);
  }

  drop(node: number): void {
    this.add(node, Step.Dropped, 0);
  }

  /** Takes back the hits that turned out not to belong to the answer. */
  keepHits(answer: ReadonlySet<number>): void {
    const found = this.hits.splice(0);
    let next = 0;
    for (let i = 0; i < this.length; i++) {
      for (; next < this.hitCounts[i]; next++) {
        if (answer.has(found[next])) this.hits.push(found[next]);
      }
      this.hitCounts[i] = this.hits.length;
    }
  }

  /** Visits among the first `steps` steps. */
  visitsUpTo(steps: number): number {
    let visits = 0;
    for (let i = 0; i < Math.min(steps, this.length); i++) if (isVisit(this.kinds[i])) visits++;
    return visits;
  }

  testsUpTo(steps: number): number {
    let tests = 0;
    for (let i = 0; i < Math.min(steps, this.length); i++) {
      if (isTest(this.kinds[i])) tests += this.amounts[i];
    }
    return tests;
  }

  hitsUpTo(steps: number): number {
    return steps <= 0 ? 0 : this.hitCounts[Math.min(steps, this.length) - 1];
  }

  /** By node of a dump: the number of its first visit, 0 without one. */
  visitOrder(count: number): Uint32Array {
    const order = new Uint32Array(count);
    let visits = 0;
    for (let i = 0; i < this.length; i++) {
      if (isVisit(this.kinds[i])) visits++;
      else if (this.kinds[i] !== Step.Next) continue;
      const node = this.nodes[i];
      if (node >= 0 && order[node] === 0) order[node] = visits;
    }
    return order;
  }

  private test(node: number, kind: Step, tested: number, found: readonly number[]): void {
    this.itemTests += tested;
    for (const id of found) this.hits.push(id);
    this.add(node, kind, tested);
  }

  private add(node: number, kind: Step, amount: number): void {
    this.nodes.push(node);
    this.kinds.push(kind);
    this.amounts.push(amount);
    this.hitCounts.push(this.hits.length);
  }
}

export function isVisit(kind: Step): boolean {
  return kind <= Step.Empty;
}

function isTest(kind: Step): boolean {
  return kind === Step.Items || kind === Step.Packet || kind === Step.Places;
}

function plural(amount: number, word: string): string {
  return `${amount} ${word}${amount === 1 ? '' : word === 'child' ? 'ren' : 's'}`;
}

/** A step that has no node in words. */
function describeCells(trace: Trace, step: number, visit: number): string {
  switch (trace.kinds[step]) {
    case Step.Missed:
      return `visit ${visit}: a block of cells, missed`;
    case Step.Opened:
      return `visit ${visit}: a block of cells, halved`;
    case Step.Reached:
      return `visit ${visit}: cells that their items have left`;
    default:
      return `${plural(trace.amounts[step], 'vacant place')} compared`;
  }
}

/** A step in words; `visit` is its number among the visits. */
export function describeStep(trace: Trace, step: number, visit: number): string {
  const node = trace.nodes[step];
  const amount = trace.amounts[step];
  const found = trace.hitCounts[step] - (step > 0 ? trace.hitCounts[step - 1] : 0);
  if (node === NO_NODE && trace.kinds[step] !== Step.Empty)
    return describeCells(trace, step, visit);
  switch (trace.kinds[step]) {
    case Step.Missed:
      return `visit ${visit}: node ${node}, missed`;
    case Step.Far:
      return `visit ${visit}: node ${node}, out of reach`;
    case Step.Opened:
      return `visit ${visit}: node ${node}, entered, ${plural(amount, 'child')}`;
    case Step.Reached:
      return `visit ${visit}: leaf ${node}, entered, ${plural(amount, 'item')}`;
    case Step.Covered:
      return `visit ${visit}: node ${node}, inside the query`;
    case Step.Below:
      return `visit ${visit}: node ${node}, below, not tested`;
    case Step.Empty:
      return `visit ${visit}: an empty child`;
    case Step.Items:
      return `${plural(amount, 'item')} of node ${node} compared, ${plural(found, 'hit')}`;
    case Step.Places:
      return `${plural(amount, 'place')} of leaf ${node} compared, vacant ones too, ${plural(found, 'hit')}`;
    case Step.Next:
      return `leaf ${node}, next in the row`;
    case Step.Packet:
      return `packet of ${amount} of leaf ${node} compared, ${plural(found, 'hit')}`;
    case Step.Dropped:
      return `node ${node} is out of reach by now`;
    default:
      return `${plural(amount, 'item')} of node ${node} taken without a test`;
  }
}
