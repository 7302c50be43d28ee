// Statistics, node dump, validation and serialization of an entry tree (entry_tree/tree.hpp).
#pragma once

#include <algorithm>

#include "sapwood/base/status.hpp"
#include "sapwood/core/entry_tree/query.hpp"
#include "sapwood/core/entry_tree/tree.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/core/node_dump.hpp"
#include "sapwood/core/serialize.hpp"
#include "sapwood/core/validation.hpp"

namespace sapwood::entry_tree {

// Calls draw(node, level, parent) for every node that holds items, parents before children, and
// siblings in order. `parent` is the value that draw() returned for the parent node. Returns false
// if allocation fails.
template <int Dim, class Draw>
bool for_each_node(const Tree<Dim>& tree, u32 level, u32 parent, Draw&& draw) {
  TraversalStack<DumpedNode, 256> open(stack_bound(tree));
  if (!open.ready()) return false;
  const u32 root = tree.root();
  if (root != kNone && !is_vacant(tree.node(root).box)) open.push({root, level, parent});
  while (!open.empty()) {
    const DumpedNode at = open.pop();
    const u32 place = draw(at.node, at.level, at.parent);
    if (place == NodeDump::kSkipped || tree.node(at.node).is_leaf()) continue;
    const u32* refs = tree.refs(at.node);
    for (u32 slot = tree.node(at.node).count; slot-- > 0;) {
      if (!is_vacant(tree.node(refs[slot]).box)) open.push({refs[slot], at.level + 1, place});
    }
  }
  return true;
}

// Computes the statistics of the nodes. `outside` is the box of an additional leaf that is not in
// the tree, or an empty box if there is no such leaf. If there is such a leaf, the leaf and the
// tree have a common root, which is also counted.
template <int Dim>
void measure(const Tree<Dim>& tree, const Aabb<Dim>& outside, IndexStats& stats) {
  const bool rooted = tree.root() != kNone && !is_vacant(tree.node(tree.root()).box);
  const bool both = rooted && !is_vacant(outside);
  Aabb<Dim> all = outside;
  f64 branches = 0;
  f64 leaves = is_vacant(outside) ? 0 : half_area(outside);
  stats.nodes = stats.leaves = is_vacant(outside) ? 0 : 1;
  if (rooted) all = unite(all, tree.node(tree.root()).box);
  if (both) {
    branches += half_area(all);
    stats.nodes += 1;
  }
  for (u32 at = 0; at < tree.slots(); ++at) {
    const Node<Dim>& node = tree.node(at);
    if (node.is_free() || is_vacant(node.box)) continue;
    stats.nodes += 1;
    stats.leaves += node.is_leaf() ? 1 : 0;
    (node.is_leaf() ? leaves : branches) += half_area(node.box);
  }
  if (stats.nodes == 0) return;
  stats.height = (rooted ? tree.height() : 0) + (both ? 1 : 0);
  stats.set_areas(branches, leaves, half_area(all));
}

template <int Dim>
[[nodiscard]] bool reserve(NodeDump& dump, const Tree<Dim>& tree, u32 more, u32 items) {
  dump.clear();
  return dump.reserve(size_t{tree.live()} + more, items, Dim);
}

// Adds the nodes of the tree to a dump. The root is added at `level` and with `parent` as its
// parent. Requires reserve().
template <int Dim>
Status draw(const Tree<Dim>& tree, u32 level, u32 parent, NodeDump& dump) {
  const bool drawn = for_each_node(tree, level, parent, [&](u32 at, u32 below, u32 above) {
    const Node<Dim>& node = tree.node(at);
    const NodeKind kind = node.is_leaf() ? NodeKind::kLeaf : NodeKind::kBranch;
    const u32 place = dump.add_node(node.box, below, above, kind, at);
    const u32 count = node.is_leaf() && place != NodeDump::kSkipped ? node.count : 0;
    for (u32 slot = 0; slot < count; ++slot) {
      dump.add_item(place, tree.refs(at)[slot]);
    }
    return place;
  });
  return drawn ? Status::success() : Status::out_of_memory();
}

// Minimum number of entries of a node.
struct Fill {
  u32 least;       // for nodes other than the root
  u32 least_root;  // for a root that is a branch
};

// Checks every invariant of an entry tree. Links are assumed to be in range, because only the
// structures and load() create them.
template <int Dim>
class Validator {
 public:
  Validator(const Tree<Dim>& tree, const ItemStore<Dim>& items, Faults& faults)
      : tree_(tree), items_(items), faults_(faults) {}

  // `held` is the expected number of items in the tree.
  void run(const Fill& fill, u32 held) {
    faults_.require(tree_.nodes().sound(), "free list or live count broken near node",
                    tree_.root());
    u32 found = 0;
    u32 below_root = 0;
    for (u32 at = 0; at < tree_.slots(); ++at) {
      const Node<Dim>& node = tree_.node(at);
      if (node.is_free()) continue;
      const bool root = at == tree_.root();
      below_root += root ? 0 : 1;
      check_fill(at, root ? (node.is_leaf() ? 0 : fill.least_root) : fill.least);
      check_lanes(at);
      if (root) faults_.require(node.parent == kNone, "the root has a parent:", at);
      found += node.is_leaf() ? node.count : 0;
    }
    faults_.require(found == held, "wrong number of items in leaves:", found);
    faults_.require(children_ == below_root,
                    "nodes without a parent, or with two; children:", children_);
  }

 private:
  void check_fill(u32 at, u32 least) {
    const u32 count = tree_.node(at).count;
    faults_.require(count >= least, "too few entries in node", at);
    faults_.require(count <= tree_.fan_out(), "too many entries in node", at);
  }

  void check_lanes(u32 at) {
    const Node<Dim>& node = tree_.node(at);
    Aabb<Dim> all = empty_box<Dim>();
    for (u32 slot = 0; slot < (tree_.fan_out() + kLanes - 1) / kLanes * kLanes; ++slot) {
      const Entry<Dim> entry = tree_.entry(at, slot);
      if (slot >= node.count) {
        const bool unused = entry.ref == kNone && entry.box == empty_box<Dim>();
        faults_.require(unused, "an unused lane is not empty in node", at);
        continue;
      }
      node.is_leaf() ? check_item(at, entry) : check_child(at, entry);
      all = unite(all, entry.box);
    }
    faults_.require(node.box == all, "box is not the exact union of the entries in node", at);
  }

  void check_item(u32 at, const Entry<Dim>& entry) {
    if (!faults_.require(items_.has(entry.ref),
                         "a leaf holds the id of a removed item:", entry.ref)) {
      return;
    }
    faults_.require(entry.box == items_.box(entry.ref), "the box of a leaf differs from id",
                    entry.ref);
    faults_.require(tree_.leaf_of(entry.ref) == at, "leaf link does not lead to the leaf of id",
                    entry.ref);
  }

  void check_child(u32 at, const Entry<Dim>& entry) {
    ++children_;
    const Node<Dim>& child = tree_.node(entry.ref);
    faults_.require(!child.is_free() && child.parent == at, "parent link wrong in node", entry.ref);
    faults_.require(child.level + 1 == tree_.node(at).level, "level wrong in node", entry.ref);
    faults_.require(child.box == entry.box, "the parent has a wrong box for node", entry.ref);
  }

  const Tree<Dim>& tree_;
  const ItemStore<Dim>& items_;
  Faults& faults_;
  u32 children_ = 0;
};

// Writes an entry tree: the number of levels, the number of entries of each node, level by level
// from the root, then the ids in the leaves. load() rebuilds links and boxes, so invalid data can
// contain only wrong counts and wrong ids.
template <int Dim>
void save(const Tree<Dim>& tree, ByteWriter& writer) {
  // breadth-first traversal: `order` is also the queue
  Array<u32> order;
  Array<u32> counts;
  Array<Id> ids;
  bool stored = tree.root() == kNone || order.push_back(tree.root());
  for (size_t i = 0; stored && i < order.size(); ++i) {
    const Node<Dim>& node = tree.node(order[i]);
    const u32* refs = tree.refs(order[i]);
    stored = counts.push_back(node.count);
    for (u32 slot = 0; stored && slot < node.count; ++slot) {
      stored = (node.is_leaf() ? ids : order).push_back(refs[slot]);
    }
  }
  if (!stored) return writer.fail();
  writer.value(tree.root() == kNone ? 0 : tree.height() + 1);
  writer.array(counts);
  writer.array(ids);
}

template <int Dim>
class Loader {
 public:
  Loader(Tree<Dim>& tree, const ItemStore<Dim>& items, ByteReader& reader)
      : tree_(tree), items_(items), reader_(reader) {}

  // Fills an empty tree with at most `max_nodes` nodes. Every node must have at least the number of
  // entries that `fill` requires and at most the fan-out. The ids in the leaves must be live and
  // distinct. Otherwise, the reader is marked as failed.
  void load(const Fill& fill, u64 max_nodes) {
    u32 levels = 0;
    reader_.value(levels);
    reader_.array(counts_);
    reader_.array(ids_);
    reader_.require(levels <= kMaxLevels && (levels == 0) == counts_.empty());
    // rejects arrays that are too long, before nodes are allocated
    reader_.require(ids_.size() <= items_.size() && counts_.size() <= max_nodes);
    if (!reader_.ok() || !make_nodes(levels, fill)) return;
    if (levels == 0) return;
    tree_.set_root(0);
    if (link()) tree_.refit();
  }

 private:
  // Creates nodes without entries, level by level. Marks the reader as failed if the counts are
  // inconsistent.
  bool make_nodes(u32 levels, const Fill& fill) {
    const bool granted = tree_.reserve(counts_.size()) && tree_.reserve_ids(items_.id_end());
    if (!reader_.require_memory(granted)) return false;
    tree_.add_ids(items_.id_end());
    size_t at = 0;
    u64 width = levels == 0 ? 0 : 1;  // number of nodes of a level, or of items below the leaves
    for (u32 level = levels; level-- > 0;) {
      u64 below = 0;
      if (!reader_.require(width <= counts_.size() - at)) return false;
      for (const size_t end = at + static_cast<size_t>(width); at < end; ++at) {
        const u32 least = at != 0 ? fill.least : level == 0 ? 0 : fill.least_root;
        const bool fits = counts_[at] >= least && counts_[at] <= tree_.fan_out();
        if (!reader_.require(fits)) return false;
        below += counts_[at];
        tree_.acquire(level);
      }
      width = below;
    }
    return reader_.require(at == counts_.size() && width == ids_.size());
  }

  bool link() {
    u32 child = 1;
    size_t next = 0;
    for (u32 node = 0; node < counts_.size(); ++node) {
      for (u32 i = 0; i < counts_[node]; ++i) {
        if (!tree_.node(node).is_leaf()) {
          tree_.append(node, {empty_box<Dim>(), child++});
          continue;
        }
        const Id id = ids_[next++];
        const bool fits = id < items_.id_end() && items_.has(id) && tree_.leaf_of(id) == kNone;
        if (!reader_.require(fits)) return false;
        tree_.append(node, {items_.box(id), id});
      }
    }
    return true;
  }

  Tree<Dim>& tree_;
  const ItemStore<Dim>& items_;
  ByteReader& reader_;
  Array<u32> counts_;
  Array<Id> ids_;
};

}  // namespace sapwood::entry_tree
