/// @file Packed R-tree: built in bulk, with full nodes.
///
/// Items are sorted so that neighbors are adjacent, and grouped into nodes from the leaves up
/// (core/entry_tree/packing.hpp). Nodes overlap less than the nodes of a tree that was built by
/// inserts.
///
/// Later changes are lazy. A moved item stays in its leaf, and the next query recomputes the boxes
/// of all nodes in one pass, O(n). A removed item is removed from its leaf. Pending items are in a
/// list outside the tree. The next query packs the tree again if more than 64 + 4 sqrt(n) items are
/// pending, more than half were removed, or n moves have doubled the area of the leaves. An insert
/// costs at most O(sqrt(n)), amortized. If allocation of a new tree fails, the old tree is kept,
/// and queries are slower, but correct.
///
/// Layout: core/entry_tree/tree.hpp. Cost: build O(n), box query O(log n + hits) for typical input.
/// Counters: each entry of an opened branch counts as a node visit, and each entry of an opened
/// leaf as an item test. Sources: Guttman, R-trees: a dynamic index structure for spatial
/// searching, 1984, and the sources named in packing.hpp.
#pragma once

#include "sapwood/core/concepts.hpp"
#include "sapwood/core/entry_tree/inspect.hpp"
#include "sapwood/core/entry_tree/packing.hpp"
#include "sapwood/core/entry_tree/query.hpp"
#include "sapwood/core/item_operations.hpp"
#include "sapwood/core/item_packets.hpp"
#include "sapwood/core/jump.hpp"
#include "sapwood/core/pending_list.hpp"
#include "sapwood/core/shrink.hpp"

namespace sapwood {

/// Options of a packed R-tree.
struct PackedRTreeOptions {
  static constexpr const char* kPackingNames[] = {"nearest-x", "str", "hilbert", "morton"};
  static constexpr const char* kAxesNames[] = {"in-order", "by-spread"};

  Packing packing = Packing::kTiles;
  u32 fan_out = 16;  ///< Entries per node.
  PackingAxes axes = PackingAxes::kInOrder;

  entry_tree::PackingPlan plan() const { return {packing, axes, fan_out, fan_out}; }

  template <class V>
  void describe(V& v) {
    v.choice("packing", packing, kPackingNames);
    v.number("fanOut", fan_out, 2, 128);
    v.choice("axes", axes, kAxesNames);
  }
};

}  // namespace sapwood

namespace sapwood::packed_r_tree {

template <int Dim>
struct Contents {
  const entry_tree::Tree<Dim>& tree;
  const PendingList<Dim>& pending;
};

/// Pair visitor that records whether the wrapped visitor stopped the search.
template <class Visitor>
struct UntilEnded {
  Visitor& visit;
  bool ended = false;

  bool operator()(Id a, Id b) {
    ended = !visit(a, b);
    return !ended;
  }
};

// Compares each pending item of `here` with the tree `there`. `turned` swaps the ids of reported
// pairs.
template <int Dim, class Visitor>
Status join_pending(const PendingList<Dim>& here, const entry_tree::Tree<Dim>& there, bool turned,
                    QueryCounters& counters, UntilEnded<Visitor>& visit) {
  Status status = Status::success();
  for (u32 slot = 0; status.ok() && !visit.ended && slot < here.size(); ++slot) {
    const BoxQuery<Dim> query(here.box(slot));
    const auto partner = [&](Id id) {
      return turned ? visit(id, here.id(slot)) : visit(here.id(slot), id);
    };
    status = entry_tree::traverse(there, query, counters, FunctionVisitor(partner));
  }
  return status;
}

// Visits all pairs: within the tree, between the pending items and the tree, and among the pending
// items.
template <int Dim, class Visitor>
Status pairs(const Contents<Dim>& all, QueryCounters& counters, Visitor& visit) {
  UntilEnded<Visitor> each{visit};
  Status status = entry_tree::pairs(all.tree, counters, each);
  if (status.ok()) status = join_pending(all.pending, all.tree, false, counters, each);
  const auto& pending = all.pending;
  for (u32 slot = 0; status.ok() && !each.ended && slot < pending.size(); ++slot) {
    const auto partner = [&](Id id) { return each(pending.id(slot), id); };
    pending.scan(BoxQuery<Dim>(pending.box(slot)), counters, FunctionVisitor(partner), slot + 1);
  }
  return status;
}

template <int Dim, class Visitor>
Status pairs_between(const Contents<Dim>& here, const Contents<Dim>& there, QueryCounters& counters,
                     Visitor& visit) {
  UntilEnded<Visitor> each{visit};
  Status status = entry_tree::pairs_between(here.tree, there.tree, counters, each);
  if (status.ok()) status = join_pending(here.pending, there.tree, false, counters, each);
  if (status.ok()) status = join_pending(there.pending, here.tree, true, counters, each);
  for (u32 slot = 0; status.ok() && !each.ended && slot < here.pending.size(); ++slot) {
    const BoxQuery<Dim> query(here.pending.box(slot));
    const auto partner = [&](Id id) { return each(here.pending.id(slot), id); };
    there.pending.scan(query, counters, FunctionVisitor(partner));
  }
  return status;
}

// Writes the nodes of the hierarchy to `dump`. The pending items form a leaf outside the tree. An
// extra root has this leaf and the root of the tree as children.
template <int Dim>
Status dump(const Contents<Dim>& all, u32 items, NodeDump& dump) {
  const PendingList<Dim>& pending = all.pending;
  if (!entry_tree::reserve(dump, all.tree, 2, items)) return Status::out_of_memory();
  if (pending.size() == 0) return entry_tree::draw(all.tree, 0, kNone, dump);
  u32 level = 0;
  u32 parent = kNone;
  if (pending.size() < items) {
    const Aabb<Dim> both = unite(pending.united(), all.tree.node(all.tree.root()).box);
    parent = dump.add_node(both, level++, kNone, NodeKind::kBranch, kCommonRoot);
  }
  const u32 leaf = dump.add_node(pending.united(), level, parent, NodeKind::kLeaf, kListNode);
  for (u32 slot = 0; slot < pending.size(); ++slot) dump.add_item(leaf, pending.id(slot));
  return parent == kNone ? Status::success() : entry_tree::draw(all.tree, level, parent, dump);
}

}  // namespace sapwood::packed_r_tree

namespace sapwood {

/// R-tree that is built in bulk.
/// @see SpatialStructure, Dynamic, Traversable, Pairable, Serializable
template <int Dim>
class PackedRTree : public ItemOperations<PackedRTree<Dim>, Dim> {
 public:
  static constexpr const char* kId = "packed-r-tree";
  static constexpr bool kIsTree = true;
  static constexpr int kDim = Dim;
  static constexpr bool kOrderedOnlyIfShrinking = true;
  static constexpr bool kRefits = true;
  using Options = PackedRTreeOptions;
  using Box = Aabb<Dim>;

  /// Creates an empty index.
  explicit PackedRTree(const Options& options = {}) : options_(options), tree_(options.fan_out) {}

  /// Returns the options.
  Options options() const { return options_; }
  const entry_tree::Tree<Dim>& tree() const { return tree_; }
  /// Returns the number of pending items, which are not in the tree yet.
  u32 pending() const { return pending_.size(); }
  /// Releases unneeded memory.
  [[gnu::cold, gnu::noinline]] void shrink() {
    items_.shrink();
    tree_.shrink(items_.id_end());
    pending_.shrink();
  }
  /// Returns the memory in use, in bytes.
  size_t byte_length() const {
    return items_.byte_length() + tree_.byte_length() + pending_.byte_length();
  }

  /// Replaces all items. Item i receives id i and boxes[i].
  Status build(const Box* boxes, u32 count) {
    entry_tree::Packer<Dim> packer(options_.plan());
    if (!items_.reserve(count) || !packer.reserve(count) || !reserve_tree(count, count)) {
      return out_of_memory(*this);
    }
    items_.assign(boxes, count);
    for (Id id = 0; id < count; ++id) packer.add(id, boxes[id]);
    fill_tree(packer);
    shrink_if_sparse(*this);
    return Status::success();
  }

  /// Removes all items.
  void clear() {
    items_.clear();
    tree_.clear();
    pending_.clear();
    packed_ = 0;
    moved_ = 0;
    dirty_ = false;
    shrink_if_large(*this);
  }

  /// Inserts an item. `id` receives the smallest free id.
  Status insert(const Box& box, const Filter& filter, Id& id) {
    if (!items_.reserve_one(filter) || !pending_.reserve_one()) {
      return out_of_memory(*this);
    }
    id = items_.insert(box, filter);
    pending_.add(id, box);
    dirty_ = true;
    return Status::success();
  }

  /// Removes an item. Its id becomes free.
  Status remove(Id id) {
    const u32 leaf = tree_.leaf_of(id);
    if (leaf == kNone) {
      pending_.remove(pending_.slot_of(id));
    } else {
      tree_.erase(leaf, tree_.slot_of(leaf, id));
      tree_.forget(id);
    }
    items_.remove(id);
    dirty_ = true;
    shrink_if_sparse(*this);
    return Status::success();
  }

  /// Recomputes the boxes of nodes, or packs the tree again if necessary. Must be called after
  /// changes and before a traversal.
  Status flush() {
    if (!dirty_) return Status::success();
    dirty_ = false;
    const u32 held = items_.size() - pending_.size();
    const bool wanted = pending_.size() > max_pending(items_.size()) || held < packed_ / 2;
    if (wanted && rebuild()) return Status::success();
    tree_.refit();
    if (degraded(moved_, items_.size(), tree_.leaf_area(), packed_area_)) (void)rebuild();
    return Status::success();
  }

  /// Calls flush(). `visited` receives the number of nodes whose boxes were recomputed: all nodes
  /// after a change, otherwise 0.
  Status refit(u32& visited) {
    visited = dirty_ ? tree_.live() : 0;
    return flush();
  }

  /// Visits all items that may be hits, see Traversable.
  template <class Query, class Visitor>
  Status traverse(const Query& query, Counters auto& counters, Visitor&& visit) const {
    SAPWOOD_ASSERT(!dirty_);
    if (!pending_.scan(query, counters, visit)) return Status::success();
    return entry_tree::traverse(tree_, query, counters, visit);
  }
  /// Visits items that may be hits, nearer ones first where possible, see TraversableOrdered.
  template <class Query, class Visitor>
  Status traverse_ordered(Query& query, Counters auto& counters, Visitor&& visit) const {
    SAPWOOD_ASSERT(!dirty_);
    if (!pending_.scan(query, counters, visit)) return Status::success();
    return entry_tree::traverse_ordered(tree_, query, counters, visit);
  }

  /// Visits all overlapping pairs, see Pairable.
  template <class Visitor>
  Status pairs(QueryCounters& counters, Visitor&& visit) const {
    SAPWOOD_ASSERT(!dirty_);
    return packed_r_tree::pairs(contents(), counters, visit);
  }
  /// Visits the overlapping pairs of two indices, see PairableWith.
  template <class Visitor>
  Status pairs_with(const PackedRTree& other, QueryCounters& counters, Visitor&& visit) const {
    SAPWOOD_ASSERT(!dirty_ && !other.dirty_);
    return packed_r_tree::pairs_between(contents(), other.contents(), counters, visit);
  }

  /// Returns statistics on the size and quality of the index.
  IndexStats stats() const {
    IndexStats stats;
    stats.items = items_.size();
    stats.byte_length = static_cast<f64>(byte_length());
    if (!dirty_) entry_tree::measure(tree_, pending_.united(), stats);
    return stats;
  }

  /// Writes the nodes of the hierarchy to `dump`.
  Status dump(NodeDump& dump) const { return packed_r_tree::dump(contents(), items_.size(), dump); }

  /// Appends a message for each violated invariant. Does nothing while flush() is due, because
  /// boxes of nodes can be outdated.
  void validate(Faults& faults) const {
    if (dirty_) return;
    const u32 held = items_.size() - pending_.size();
    entry_tree::Validator<Dim>(tree_, items_, faults).run(kAnyFill, held);
    for (u32 slot = 0; slot < pending_.size(); ++slot) {
      const Id id = pending_.id(slot);
      if (!faults.require(items_.has(id), "a pending item was removed:", id)) continue;
      faults.require(pending_.box(slot) == items_.box(id),
                     "the box of a pending item is wrong:", id);
      faults.require(tree_.leaf_of(id) == kNone, "a pending item is also in the tree:", id);
    }
  }

  /// Writes the items, the tree and the list of pending items. Does not call flush() first.
  void save(ByteWriter& writer) const {
    items_.save(writer);
    writer.value(moved_);
    writer.value(packed_area_);
    writer.value(packed_);
    writer.value(static_cast<u32>(dirty_));
    writer.value(pending_.size());
    for (u32 slot = 0; slot < pending_.size(); ++slot) writer.value(pending_.id(slot));
    entry_tree::save(tree_, writer);
  }
  /// Reads a saved tree into a new index.
  void load(ByteReader& reader) {
    Array<Id> fresh;
    u32 dirty = 0;
    items_.load(reader);
    reader.value(moved_);
    reader.value(packed_area_);
    reader.value(packed_);
    reader.value(dirty);
    load_ids(reader, fresh);
    reader.require(dirty <= 1 && packed_area_ >= 0);
    if (!reader.ok()) return;
    // the limit is the number of nodes when the tree was packed, because nodes stay when their
    // items are removed
    const u64 max_nodes = entry_tree::nodes_for(packed_, options_.plan());
    entry_tree::Loader<Dim>(tree_, items_, reader).load(kAnyFill, max_nodes);
    if (!reader.ok()) return;
    dirty_ = dirty == 1;
    for (const Id id : fresh) {
      const bool sound = id < items_.id_end() && items_.has(id) && tree_.leaf_of(id) == kNone;
      if (!reader.require(sound) || !reader.require_memory(pending_.reserve_one())) return;
      pending_.add(id, items_.box(id));
    }
    check_pending(reader);
  }

 private:
  friend class ItemOperations<PackedRTree, Dim>;
  using ItemOperations<PackedRTree, Dim>::items_;

  // Leaves may be empty, because items can be removed from them.
  static constexpr entry_tree::Fill kAnyFill{0, 1};

  packed_r_tree::Contents<Dim> contents() const { return {tree_, pending_}; }

  [[nodiscard]] bool reserve_tree(u32 count, u32 id_end) {
    return tree_.reserve(entry_tree::nodes_for(count, options_.plan())) &&
           tree_.reserve_ids(id_end);
  }

  void fill_tree(entry_tree::Packer<Dim>& packer) {
    tree_.clear();
    tree_.add_ids(items_.id_end());
    packer.pack(tree_);
    pending_.clear();
    packed_ = items_.size();
    packed_area_ = tree_.leaf_area();
    moved_ = 0;
    dirty_ = false;
  }

  // Packs the tree again from all items. If allocation fails, returns false and changes nothing.
  bool rebuild() {
    entry_tree::Packer<Dim> packer(options_.plan());
    if (!packer.reserve(items_.size()) || !reserve_tree(items_.size(), items_.id_end())) {
      return false;
    }
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) packer.add(id, items_.box(id));
    fill_tree(packer);
    if (tree_.sparse()) shrink();
    return true;
  }

  bool set_box(Id id, const Box& box) {
    const bool same = items_.box(id) == box;
    items_.set_box(id, box);  // also when only the sign of a zero differs
    if (same) return false;
    const u32 leaf = tree_.leaf_of(id);
    if (leaf == kNone) {
      pending_.set(pending_.slot_of(id), box);
    } else if (!jump(id, leaf, box)) {
      tree_.set_box(leaf, tree_.slot_of(leaf, id), box);
    }
    ++moved_;
    dirty_ = true;
    return true;
  }
  // Moves an item from its leaf to the pending items if its new box is far from the leaf. Returns
  // false if the box is not far, if allocation fails, or if more items are pending than
  // max_pending() allows.
  bool jump(Id id, u32 leaf, const Box& box) {
    if (!has_jumped(tree_.node(leaf).box, box) || pending_.size() > max_pending(items_.size()) ||
        !pending_.reserve_one()) {
      return false;
    }
    tree_.erase(leaf, tree_.slot_of(leaf, id));
    tree_.forget(id);
    pending_.add(id, box);
    return true;
  }

  static void load_ids(ByteReader& reader, Array<Id>& ids) {
    u32 count = 0;
    reader.value(count);
    if (!reader.require(reader.left() / sizeof(Id) >= count)) return;
    if (!reader.require_memory(ids.resize(count))) return;
    reader.words(ids.data(), count);
  }

  // Checks that every item is in the tree or in the list of pending items, and that no pending item
  // is listed twice.
  void check_pending(ByteReader& reader) {
    u32 outside = 0;
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) {
      outside += tree_.leaf_of(id) == kNone ? 1 : 0;
    }
    reader.require(outside == pending_.size());
    Array<u8> seen;
    if (!reader.require_memory(seen.resize(items_.id_end(), 0))) return;
    for (u32 slot = 0; slot < pending_.size(); ++slot) {
      reader.require(seen[pending_.id(slot)]++ == 0);
    }
  }

  Options options_;
  entry_tree::Tree<Dim> tree_;
  PendingList<Dim> pending_;
  u64 moved_ = 0;        // boxes that changed since the tree was packed
  f64 packed_area_ = 0;  // area of the leaves when the tree was packed
  u32 packed_ = 0;       // number of items when the tree was packed
  bool dirty_ = false;   // items changed since the last flush()
};

}  // namespace sapwood
