// Bottom-up packing of a tree. Items are sorted and cut into full leaves, the leaves into full
// nodes, and so on. Only the last node of a level may be partially filled.
//
//   nearest-x   sorts every level by the centers on one axis
//   str         cuts every level into slabs of an equal number of whole nodes along the first axis,
//               cuts each slab along the next axis, and sorts along the last. P nodes of k entries
//               make S = ceil(P^(1/D)) slabs of S^(D - 1) nodes, which is S^(D - 1) * k entries.
//               (In a published version, a slab has only S entries, which is less than a node.)
//   curves      sort the items once by a precomputed key; the levels above keep the order
//
// Every level requires radix sorts only, which are O(n) each, and has 1 / k of the entries of the
// level below. Sources: Roussopoulos and Leifker, 1985; Leutenegger, Lopez and Edgington, STR: a
// simple and efficient algorithm for R-tree packing, 1997; Kamel and Faloutsos, On packing R-trees,
// 1993.
#pragma once

#include <algorithm>

#include "sapwood/base/radix_sort.hpp"
#include "sapwood/core/entry_tree/tree.hpp"
#include "sapwood/geometry/space_curve.hpp"

namespace sapwood {

enum class Packing : u8 {
  kNearestX,  // by center on one axis (Roussopoulos and Leifker, 1985)
  kTiles,     // sort-tile-recursive (Leutenegger, Lopez and Edgington, 1997)
  kHilbert,   // along the Hilbert curve (Kamel and Faloutsos, 1993)
  kMorton,    // along the Morton order, for comparison
};

// Order of the axes in `nearest-x` and `str`.
enum class PackingAxes : u8 {
  kInOrder,   // x, then y, then z
  kBySpread,  // by descending (spread of centers / mean extent)
};

}  // namespace sapwood

namespace sapwood::entry_tree {

struct PackingPlan {
  Packing packing;
  PackingAxes axes;
  u32 per_node;  // target number of entries per node
  // A level of at most `most` entries becomes a single node. If `most` exceeds `per_node`, the
  // entries of a larger level are divided evenly among nodes of at most `per_node` entries, so that
  // no node is nearly empty. Otherwise only the last node of a level has fewer than `per_node`
  // entries.
  u32 most;

  u64 nodes(u64 count) const {
    return count <= most ? (count + most - 1) / most : (count + per_node - 1) / per_node;
  }
  u64 node_of(u64 entry, u64 count) const {
    return most == per_node ? entry / per_node : entry * nodes(count) / count;
  }
};

inline u64 nodes_for(u64 count, const PackingPlan& plan) {
  u64 nodes = 0;
  while (count > 1 || (count == 1 && nodes == 0)) {
    count = plan.nodes(count);
    nodes += count;
  }
  return nodes;
}

template <int Dim>
class Packer {
 public:
  explicit Packer(const PackingPlan& plan) : plan_(plan) {}

  [[nodiscard]] bool reserve(u32 count) {
    const bool curve = by_curve();
    return entries_.reserve(count) && sorted_.reserve(count) && scratch_.reserve(count) &&
           (curve || groups_.reserve(count)) && (!curve || keys_.reserve(count));
  }

  void add(Id id, const Aabb<Dim>& box) { entries_.push_unchecked({box, id}); }

  // Writes the nodes into a tree. The tree must have memory for all nodes (see nodes_for()) and
  // must contain the ids of the added items (see Tree::add_ids()).
  void pack(Tree<Dim>& tree) {
    if (entries_.empty()) return;
    choose_axes();
    for (u32 level = 0;; ++level) {
      if (level == 0 || !by_curve()) {
        order_entries();
      } else {
        start_sort();
      }
      pack_level(tree, level);
      if (entries_.size() == 1) break;
    }
    tree.set_root(entries_[0].ref);
  }

 private:
  bool by_curve() const {
    return plan_.packing == Packing::kHilbert || plan_.packing == Packing::kMorton;
  }

  void pack_level(Tree<Dim>& tree, u32 level) {
    const u64 count = sorted_.size();
    const u32 first = tree.slots();
    for (u64 i = 0; i < count; ++i) {
      const u32 node = first + static_cast<u32>(plan_.node_of(i, count));
      if (node == tree.slots()) tree.acquire(level);
      tree.append(node, entries_[sorted_[i].index]);
    }
    entries_.clear();
    for (u32 made = first; made < tree.slots(); ++made) {
      tree.refit_node(made);
      entries_.push_unchecked({tree.node(made).box, made});
    }
  }

  void order_entries() {
    start_sort();
    switch (plan_.packing) {
      case Packing::kNearestX:
        return sort_by_center(axes_[0]);
      case Packing::kTiles:
        return order_by_tiles();
      default:
        return order_by_curve();
    }
  }

  void start_sort() {
    sorted_.clear();
    for (u32 i = 0; i < entries_.size(); ++i) sorted_.push_unchecked({0, i});
  }

  template <class Key>
  void sort_by(Key&& key) {
    for (KeyedIndex& entry : sorted_) entry.key = key(entry.index);
    const bool sorted = radix_sort(sorted_, scratch_);
    SAPWOOD_ASSERT(sorted);  // the memory was reserved
    static_cast<void>(sorted);
  }
  void sort_by_center(int axis) {
    sort_by([&](u32 i) { return sortable_key(entries_[i].box.center(axis)); });
  }

  // Writes the number of the slab of each entry to groups_. To cut the slabs along the next axis,
  // sorts all entries along that axis, then stably by their slab number.
  void order_by_tiles() {
    const u64 count = entries_.size();
    const u64 nodes = plan_.nodes(count);
    u64 slabs = 1;
    while (power(slabs, Dim) < nodes) ++slabs;
    groups_.clear();
    for (u64 i = 0; i < count; ++i) groups_.push_unchecked(0);
    for (int depth = 0; depth < Dim; ++depth) {
      sort_by_center(axes_[depth]);
      if (depth > 0) sort_by([&](u32 i) { return groups_[i]; });
      const u64 run = power(slabs, Dim - 1 - depth);
      for (u64 i = 0; i < count; ++i) {
        groups_[sorted_[i].index] = static_cast<u32>(plan_.node_of(i, count) / run);
      }
    }
  }
  static u64 power(u64 base, int exponent) {
    u64 product = 1;
    for (; exponent > 0; --exponent) product *= base;
    return product;
  }

  // Sorts by keys of up to 64 bits: by the low half, then by the high half.
  void order_by_curve() {
    const CurveGrid<Dim> grid(center_bounds());
    keys_.clear();
    u64 used = 0;
    for (const Entry<Dim>& entry : entries_) {
      const Cell<Dim> cell = grid.cell_of(entry.box);
      keys_.push_unchecked(plan_.packing == Packing::kHilbert ? hilbert_key(cell)
                                                              : morton_key(cell));
      used |= keys_.back();
    }
    sort_by([&](u32 i) { return static_cast<u32>(keys_[i]); });
    if (used >> 32 != 0) sort_by([&](u32 i) { return static_cast<u32>(keys_[i] >> 32); });
  }

  Aabb<Dim> center_bounds() const {
    Aabb<Dim> all = empty_box<Dim>();
    for (const Entry<Dim>& entry : entries_) {
      Aabb<Dim> point;
      for (int axis = 0; axis < Dim; ++axis) {
        point.min[axis] = point.max[axis] = entry.box.center(axis);
      }
      all = unite(all, point);
    }
    return all;
  }

  void choose_axes() {
    for (int axis = 0; axis < Dim; ++axis) axes_[axis] = axis;
    if (plan_.axes == PackingAxes::kInOrder || by_curve()) return;
    const Aabb<Dim> centers = center_bounds();
    f64 score[Dim];
    for (int axis = 0; axis < Dim; ++axis) {
      f64 sum = 0;
      for (const Entry<Dim>& entry : entries_) sum += entry.box.extent(axis);
      const f64 spread = centers.extent(axis);
      const f64 mean = sum / static_cast<f64>(entries_.size());
      // if no box has an extent on the axis, the score is finite and at least as large as any other
      score[axis] = spread > 0 ? spread / (mean + spread * 1e-12) : 0;
    }
    std::stable_sort(axes_, axes_ + Dim, [&](int a, int b) { return score[a] > score[b]; });
  }

  PackingPlan plan_;
  int axes_[Dim];
  Array<Entry<Dim>> entries_;
  Array<KeyedIndex> sorted_;
  Array<KeyedIndex> scratch_;
  Array<u32> groups_;  // slab of each entry
  Array<u64> keys_;    // position of each entry on the curve
};

}  // namespace sapwood::entry_tree
