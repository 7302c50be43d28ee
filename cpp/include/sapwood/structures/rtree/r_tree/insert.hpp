// Insertion and removal of items of an R-tree.
#pragma once

#include <algorithm>

#include "sapwood/base/sort.hpp"
#include "sapwood/structures/rtree/r_tree/split.hpp"

namespace sapwood::r_tree {

// Candidate in the choice of the child that receives a new entry. The child whose box grows the
// least is chosen; ties are broken by the smallest box (Guttman). Directly above the leaves, the
// R*-tree first compares how much the overlap with the other children grows, for the 32 children
// that grow least (Beckmann et al.).
struct Candidate {
  Cost growth;
  Cost size;
  u32 slot;

  friend bool operator<(const Candidate& a, const Candidate& b) {
    if (!(a.growth == b.growth)) return a.growth < b.growth;
    if (!(a.size == b.size)) return a.size < b.size;
    return a.slot < b.slot;
  }
};

// Returns by how much the overlap of child `slot` with the other children grows if the child
// receives `box`.
template <int Dim>
f64 overlap_growth(const entry_tree::Tree<Dim>& tree, u32 branch, u32 slot, const Aabb<Dim>& box) {
  const Aabb<Dim> before = tree.box(branch, slot);
  const Aabb<Dim> after = unite(before, box);
  if (after == before) return 0;
  f64 sum = 0;
  const SplatBox<Dim> splat(after);
  const AabbPacket<Dim>* packets = tree.packets(branch);
  for (u32 i = 0; i < tree.packet_count(branch); ++i) {
    for (u32 hits = overlap_bits(splat, packets[i]); hits != 0; hits &= hits - 1) {
      const u32 lane = static_cast<u32>(std::countr_zero(hits));
      if (i * kLanes + lane == slot) continue;
      const Aabb<Dim> other = packets[i].get(lane);
      sum += shared_area(after, other) - shared_area(before, other);
    }
  }
  return sum;
}

template <int Dim>
u32 choose_child(const entry_tree::Tree<Dim>& tree, u32 branch, const Aabb<Dim>& box,
                 const RTreeOptions& options) {
  constexpr u32 kMaxTried = 32;
  const Measure<Dim> measure(options.measure);
  const u32 count = tree.node(branch).count;
  Candidate all[entry_tree::kMaxFanOut];
  for (u32 slot = 0; slot < count; ++slot) {
    const Aabb<Dim> child = tree.box(branch, slot);
    const Cost size = measure.of(child);
    all[slot] = {measure.of(unite(child, box)) - size, size, slot};
  }
  if (options.split != RTreeSplit::kRStar || tree.node(branch).level != 1) {
    return std::min_element(all, all + count)->slot;
  }
  const u32 tried = count < kMaxTried ? count : kMaxTried;
  std::partial_sort(all, all + tried, all + count);
  u32 best = 0;
  f64 least = overlap_growth(tree, branch, all[0].slot, box);
  for (u32 i = 1; i < tried && least > 0; ++i) {
    const f64 growth = overlap_growth(tree, branch, all[i].slot, box);
    if (growth >= least) continue;
    least = growth;
    best = i;
  }
  return all[best].slot;
}

// Insertion and removal in an R-tree. Both are iterative and use a list of the entries to insert.
//
// Insertion descends to a node on the level of the entry, and ascends as long as nodes are split.
// In the R*-tree, the first node that overflows on a level during an insertion is not split.
// Instead, the entries farthest from its center are reinserted, nearest first. Removal dissolves
// nodes that have too few entries, up to the root, and reinserts their entries at the same level. A
// root with one child is replaced by this child.
template <int Dim>
class LeafInserter {
 public:
  using Entry = entry_tree::Entry<Dim>;
  using Tree = entry_tree::Tree<Dim>;

  explicit LeafInserter(const RTreeOptions& options) : options_(options) {
    SAPWOOD_ASSERT(options.valid());
  }

  // Returns the number of forced reinsertions at a level during the last insert(): 0 or 1.
  u32 reinsertions(u32 level) const { return reinserted_ >> level & 1; }
  size_t byte_length() const { return pending_.byte_length(); }
  void shrink() { pending_.release(); }

  // These functions allocate memory for one insert(), one remove(), or one move (a remove()
  // followed by an insert()).
  [[nodiscard]] bool reserve_insert(Tree& tree) { return reserve(tree, insert_bound(tree)); }
  [[nodiscard]] bool reserve_remove(Tree& tree, Id id) {
    return reserve(tree, remove_bound(tree, id));
  }
  [[nodiscard]] bool reserve_move(Tree& tree, Id id) {
    return reserve(tree, insert_bound(tree) + remove_bound(tree, id));
  }

  void insert(Tree& tree, Id id, const Aabb<Dim>& box) {
    pending_.push_unchecked({{box, id}, 0});
    reinserted_ = 0;
    place_all(tree, options_.split == RTreeSplit::kRStar);
  }

  void remove(Tree& tree, Id id) {
    const u32 leaf = tree.leaf_of(id);
    tree.erase(leaf, tree.slot_of(leaf, id));
    tree.forget(id);
    condense(tree, leaf);
    place_all(tree, false);
    while (!tree.node(tree.root()).is_leaf() && tree.node(tree.root()).count == 1) {
      const u32 root = tree.root();
      tree.set_root(tree.refs(root)[0]);
      tree.release(root);
    }
    if (tree.node(tree.root()).count == 0) {
      tree.release(tree.root());
      tree.set_root(kNone);
    }
  }

 private:
  struct PendingEntry {
    Entry entry;
    u32 level;
  };

  // Returns an upper bound of the number of new nodes of an operation. The operation inserts
  // `first` entries into leaves and `each` more entries on each of the lowest `levels` levels. It
  // can add two levels to the tree. Each insertion splits at most one node per level. A split node
  // has space for least_entries() entries before it is split again.
  u64 node_bound(const Tree& tree, u64 first, u64 each, u64 levels) const {
    u64 at_level = first;
    u64 splits = 0;
    for (u32 level = 0; level <= tree.height() + 2; ++level) {
      if (level < levels) at_level += each;
      splits += at_level;
    }
    const u64 apart = tree.live() + splits / options_.least_entries();
    return (splits < apart ? splits : apart) + 3;
  }
  u64 insert_bound(const Tree& tree) const {
    const bool again = options_.split == RTreeSplit::kRStar;
    return node_bound(tree, 1, again ? options_.reinsert_share() : 0, entry_tree::kMaxLevels);
  }
  u64 remove_bound(const Tree& tree, Id id) const {
    u32 levels = 0;
    for (u32 at = tree.leaf_of(id); at != tree.root(); at = tree.node(at).parent) {
      if (tree.node(at).count > options_.least_entries()) break;
      ++levels;
    }
    return levels == 0 ? 0 : node_bound(tree, 0, options_.least_entries() - 1, levels);
  }
  [[nodiscard]] bool reserve(Tree& tree, u64 nodes) {
    const size_t pending = size_t{tree.height() + 3} * options_.fan_out;
    pending_.clear();
    return pending_.reserve(pending) && tree.reserve_more(static_cast<u32>(nodes));
  }

  void place_all(Tree& tree, bool may_reinsert) {
    for (size_t i = 0; i < pending_.size(); ++i) {
      const PendingEntry pending = pending_[i];
      add(tree, find_node(tree, pending), pending.entry, may_reinsert);
    }
    pending_.clear();
  }

  u32 find_node(Tree& tree, const PendingEntry& pending) const {
    if (tree.root() == kNone) tree.set_root(tree.acquire(0));
    u32 at = tree.root();
    while (tree.node(at).level > pending.level) {
      at = tree.refs(at)[choose_child(tree, at, pending.entry.box, options_)];
    }
    return at;
  }

  void add(Tree& tree, u32 at, Entry entry, bool may_reinsert) {
    while (tree.node(at).count == options_.fan_out) {
      const u32 level = tree.node(at).level;
      if (may_reinsert && at != tree.root() && reinsertions(level) == 0) {
        reinserted_ |= u64{1} << level;
        reinsert(tree, at, entry);
        return;
      }
      const u32 second = split(tree, at, entry);
      if (at == tree.root()) {
        grow(tree, at, second);
        return;
      }
      tree.update_parent_entry(at);
      entry = {tree.node(second).box, second};
      at = tree.node(at).parent;
    }
    tree.append(at, entry);
    tree.climb(at);
  }

  void grow(Tree& tree, u32 first, u32 second) {
    const u32 root = tree.acquire(tree.node(first).level + 1);
    tree.append(root, {tree.node(first).box, first});
    tree.append(root, {tree.node(second).box, second});
    tree.set_root(root);
    tree.refit_node(root);
  }

  // Moves all entries of a node to `out` and appends the entry `more`. Returns the number of
  // entries.
  u32 collect(Tree& tree, u32 at, const Entry& more, Entry* out) const {
    const u32 count = tree.node(at).count;
    for (u32 slot = 0; slot < count; ++slot) out[slot] = tree.entry(at, slot);
    out[count] = more;
    tree.clear_entries(at);
    return count + 1;
  }

  // Splits a full node that receives one more entry. Distributes the entries between the node and a
  // new node. Returns the new node.
  u32 split(Tree& tree, u32 at, const Entry& more) const {
    Entry entries[kMaxToSplit];
    EntrySplit<Dim> split{entries, collect(tree, at, more, entries), options_.least_entries()};
    run_split(split);
    const u32 second = tree.acquire(tree.node(at).level);
    for (u32 i = 0; i < split.count; ++i) {
      tree.append(split.side[i] == 0 ? at : second, entries[i]);
    }
    tree.refit_node(at);
    tree.refit_node(second);
    return second;
  }

  void run_split(EntrySplit<Dim>& split) const {
    const Measure<Dim> measure(options_.measure);
    switch (options_.split) {
      case RTreeSplit::kLinear:
        return Groups<Dim>(split, linear_seeds(split), measure).distribute(false);
      case RTreeSplit::kQuadratic:
        return Groups<Dim>(split, quadratic_seeds(split, measure), measure).distribute(true);
      case RTreeSplit::kExhaustive:
        return split_exhaustively(split, measure);
      case RTreeSplit::kRStar:
        return RStarSplit<Dim>(split).run();
    }
  }

  void reinsert(Tree& tree, u32 at, const Entry& more) {
    Entry entries[kMaxToSplit];
    const u32 count = collect(tree, at, more, entries);
    Aabb<Dim> all = empty_box<Dim>();
    for (u32 i = 0; i < count; ++i) all = unite(all, entries[i].box);
    Far far[kMaxToSplit];
    for (u32 i = 0; i < count; ++i) far[i] = {center_distance(all, entries[i].box), i};
    sort(far, far + count);
    const u32 kept = count - options_.reinsert_share();
    for (u32 i = 0; i < kept; ++i) tree.append(at, entries[far[i].index]);
    tree.climb(at);
    for (u32 i = kept; i < count; ++i) {
      pending_.push_unchecked({entries[far[i].index], tree.node(at).level});
    }
  }

  struct Far {
    f64 distance;
    u32 index;

    friend bool operator<(const Far& a, const Far& b) {
      return a.distance < b.distance || (a.distance == b.distance && a.index < b.index);
    }
  };
  static f64 center_distance(const Aabb<Dim>& a, const Aabb<Dim>& b) {
    f64 sum = 0;
    for (int axis = 0; axis < Dim; ++axis) {
      const f64 way = static_cast<f64>(a.center(axis)) - static_cast<f64>(b.center(axis));
      sum += way * way;
    }
    return sum;
  }

  // Dissolves nodes with too few entries and refits boxes, from a leaf that lost an item up to the
  // root.
  void condense(Tree& tree, u32 at) {
    while (at != tree.root() && tree.node(at).count < options_.least_entries()) {
      const u32 parent = tree.node(at).parent;
      const u32 level = tree.node(at).level;
      for (u32 slot = 0; slot < tree.node(at).count; ++slot) {
        pending_.push_unchecked({tree.entry(at, slot), level});
      }
      tree.erase(parent, tree.slot_of(parent, at));
      tree.release(at);
      at = parent;
    }
    tree.climb(at);
  }

  RTreeOptions options_;
  u64 reinserted_ = 0;  // bit mask of the levels at which the last insert() reinserted
  Array<PendingEntry> pending_;
};

}  // namespace sapwood::r_tree
