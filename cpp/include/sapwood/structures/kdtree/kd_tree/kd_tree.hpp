/// @file k-d tree: nodes are halved at the median of the upper edges, on alternating axes, and
/// leaves contain a few items.
///
/// Boxes can extend from one half into the other. Each branch therefore stores the upper end of its
/// left side and the lower end of its right side on its axis, and a query can prune either side.
/// (With pruning of the left side only, queries make two to three times as many tests.)
///
/// Changes are lazy: the next query flushes the tree. flush() recomputes the planes in one
/// bottom-up pass, O(n). It rebuilds the tree after build(), or if more than 64 + 4 sqrt(n) pending
/// items are in the extra leaf outside the tree. It also does so if half of the slots are vacant,
/// or if n items have moved and the leaves have grown to twice their area. An insert costs at most
/// O(sqrt(n) log n), amortized. Functions that change the tree reserve all memory, so flush()
/// cannot fail.
///
/// Counters: a node visit is a test of one side of a branch. Each item of an opened leaf counts as
/// an item test.
///
/// Sources:
/// - Bentley, Multidimensional Binary Search Trees, 1975
/// - Friedman, Bentley and Finkel, 1977
/// - the two planes of a branch: Waechter and Keller, Instant Ray Tracing, 2006
#pragma once

#include "sapwood/core/bucket_tree.hpp"
#include "sapwood/core/concepts.hpp"
#include "sapwood/core/item_operations.hpp"
#include "sapwood/core/jump.hpp"
#include "sapwood/core/shrink.hpp"
#include "sapwood/structures/kdtree/kd_tree/query.hpp"
#include "sapwood/structures/kdtree/kd_tree/tree.hpp"

namespace sapwood {

/// k-d tree over boxes.
/// @see SpatialStructure, Dynamic, Traversable, Pairable, Serializable
template <int Dim>
class KdTree : public ItemOperations<KdTree<Dim>, Dim> {
 public:
  static constexpr const char* kId = "kd-tree";
  static constexpr bool kIsTree = true;
  static constexpr int kDim = Dim;
  static constexpr bool kOrderedOnlyIfShrinking = true;
  static constexpr bool kRefits = true;
  static constexpr bool kValidatesOnLoad = true;
  using Options = KdTreeOptions;
  using Box = Aabb<Dim>;

  /// Creates an empty index.
  explicit KdTree(const Options& options = {}) : options_(options) {}

  /// Returns the options.
  Options options() const { return options_; }

  /// Replaces all items. Item i receives id i and boxes[i].
  Status build(const Box* boxes, u32 count) {
    if (!items_.reserve(count) || !reserve(count)) return out_of_memory(*this);
    items_.assign(boxes, count);
    tree_.slots.start(count);
    request_rebuild();
    shrink_if_sparse(*this);
    return Status::success();
  }

  /// Removes all items.
  void clear() {
    items_.clear();
    tree_.slots.start(0);
    request_rebuild();
    shrink_if_large(*this);
  }

  /// Inserts an item. `id` receives the smallest free id.
  Status insert(const Box& box, const Filter& filter, Id& id) {
    if (!items_.reserve_one(filter) || !reserve(items_.id_end() + 1)) {
      return out_of_memory(*this);
    }
    id = items_.insert(box, filter);
    tree_.slots.add_ids(items_.id_end());
    dirty_ = true;
    if (rebuild_ || pending_slots() >= max_pending(items_.size())) {
      rebuild_ = true;
    } else {
      tree_.slots.append(id, box);
    }
    return Status::success();
  }

  /// Removes an item. Its id becomes free.
  Status remove(Id id) {
    items_.remove(id);
    dirty_ = true;
    if (tree_.slots.placed(id)) tree_.slots.vacate(id);
    shrink_if_sparse(*this);
    return Status::success();
  }

  /// Recomputes the planes, or rebuilds the tree if necessary. Must be called after changes and
  /// before a traversal.
  Status flush() {
    if (!dirty_) return Status::success();
    dirty_ = false;
    if (!rebuild_ && tree_.slots.count() <= 2 * items_.size() + 8) {
      tree_.refit();
      if (!degraded(moved_, items_.size(), tree_.leaf_area, built_area_)) return Status::success();
    }
    splitter_.build(items_, options_, tree_.nodes, tree_.slots);
    tree_.size = static_cast<u32>(tree_.nodes.size());
    tree_.first_pending = tree_.slots.count();
    tree_.refit();
    built_area_ = tree_.leaf_area;
    moved_ = 0;
    rebuild_ = false;
    if (tree_.slots.packets().sparse()) shrink();
    return Status::success();
  }

  /// Calls flush(). `visited` receives the number of nodes whose boxes were recomputed: all nodes
  /// after a change, otherwise 0.
  Status refit(u32& visited) {
    visited = dirty_ ? static_cast<u32>(tree_.nodes.size()) : 0;
    return flush();
  }

  /// Visits all items that may be hits, see Traversable.
  template <class Query, class Visitor>
  Status traverse(const Query& query, Counters auto& counters, Visitor&& visit) const {
    SAPWOOD_ASSERT(!dirty_);
    return kd_tree::traverse(tree_, query, counters, visit);
  }

  /// Visits items that may be hits, nearer ones first where possible, see TraversableOrdered.
  template <class Query, class Visitor>
  Status traverse_ordered(Query& query, Counters auto& counters, Visitor&& visit) const {
    SAPWOOD_ASSERT(!dirty_);
    return kd_tree::traverse_ordered(tree_, query, counters, visit);
  }

  /// Visits all overlapping pairs, see Pairable.
  template <class Visitor>
  Status pairs(QueryCounters& counters, Visitor&& visit) const {
    SAPWOOD_ASSERT(!dirty_);
    kd_tree::LeafJoin<Dim> join(tree_, tree_, counters);
    if (!join.ready()) return Status::out_of_memory();
    join.within(visit);
    return Status::success();
  }

  /// Visits the overlapping pairs of two indices, see PairableWith.
  template <class Visitor>
  Status pairs_with(const KdTree& other, QueryCounters& counters, Visitor&& visit) const {
    SAPWOOD_ASSERT(!dirty_ && !other.dirty_);
    kd_tree::LeafJoin<Dim> join(tree_, other.tree_, counters);
    if (!join.ready()) return Status::out_of_memory();
    join.between(visit);
    return Status::success();
  }

  /// Releases unneeded memory, but keeps the memory that flush() needs.
  [[gnu::cold, gnu::noinline]] void shrink() {
    items_.shrink();
    room_ = items_.id_end();
    const size_t nodes = std::max(nodes_for(room_), size_t{tree_.size} + 1);
    tree_.slots.shrink(slots_for(room_), room_);
    tree_.nodes.shrink(nodes);
    tree_.bounds.shrink(nodes);
    splitter_.shrink(room_);
  }
  /// Returns the memory in use, in bytes.
  size_t byte_length() const {
    return items_.byte_length() + tree_.byte_length() + splitter_.byte_length();
  }

  /// Returns statistics on the size and quality of the index. Nodes are counted as in dump().
  IndexStats stats() const {
    IndexStats stats;
    stats.items = items_.size();
    stats.byte_length = static_cast<f64>(byte_length());
    if (!dirty_) bucket_tree::measure(tree_, stats);
    return stats;
  }

  /// Writes the nodes of the hierarchy to `dump`.
  Status dump(NodeDump& dump) const {
    if (!bucket_tree::reserve(dump, tree_.nodes.size(), items_.size(), Dim)) {
      return Status::out_of_memory();
    }
    bucket_tree::draw(tree_, dump);
    return Status::success();
  }

  /// Appends a message for each violated invariant.
  void validate(Faults& faults) const {
    if (dirty_) return;  // the tree can be out of date until flush()
    kd_tree::validate_slots(tree_, items_, faults);
    kd_tree::validate_nodes(tree_, options_.capacity, faults);
  }

  /// Writes the items. load() builds the tree from them.
  void save(ByteWriter& writer) const { items_.save(writer); }
  /// Reads saved items into a new index.
  void load(ByteReader& reader) {
    items_.load(reader);
    if (!reader.ok() || !reader.require_memory(reserve(items_.id_end()))) return;
    tree_.slots.start(items_.id_end());
    request_rebuild();
  }

 private:
  friend class ItemOperations<KdTree, Dim>;
  using ItemOperations<KdTree, Dim>::items_;

  u32 pending_slots() const { return tree_.slots.count() - tree_.first_pending; }

  // Returns the maximum number of slots in use, before or after a rebuild, if all ids are below
  // `count`.
  size_t slots_for(size_t count) const {
    if (count == 0) return 0;
    const size_t built = kd_tree::MedianSplit<Dim>::most_slots(count, options_.capacity);
    return std::max(built, size_t{tree_.first_pending}) + max_pending(static_cast<u32>(count)) +
           kLanes;
  }
  size_t nodes_for(size_t count) const {
    if (count == 0) return 0;
    return 2 * kd_tree::MedianSplit<Dim>::most_leaves(count, options_.capacity) + 1;
  }

  // Allocates all memory for ids below `count`, with geometric growth if possible.
  [[nodiscard]] bool reserve(u32 count) {
    if (count <= room_) return true;
    const u32 roomy = room_ + room_ / 2;
    if (roomy > count && reserve_exactly(roomy)) return true;
    return reserve_exactly(count);
  }
  [[nodiscard]] bool reserve_exactly(u32 count) {
    const size_t nodes = nodes_for(count);
    if (!tree_.slots.reserve(slots_for(count), count) || !tree_.nodes.reserve(nodes) ||
        !tree_.bounds.reserve(nodes) || !splitter_.reserve(count, options_.build)) {
      return false;
    }
    room_ = count;
    return true;
  }

  void request_rebuild() {
    tree_.nodes.clear();
    tree_.bounds.clear();
    tree_.size = tree_.first_pending = 0;
    rebuild_ = dirty_ = true;
  }

  bool set_box(Id id, const Box& box) {
    const bool same = items_.box(id) == box;
    items_.set_box(id, box);  // also when only the sign of a zero differs
    if (same) return false;
    if (tree_.slots.placed(id)) place(id, box);
    ++moved_;
    dirty_ = true;
    return true;
  }
  // Writes the box of an item to its slot. If the item has jumped (moved far from the other items
  // of its packet), it becomes a pending item instead.
  void place(Id id, const Box& box) {
    const bool in_tree = tree_.slots.slot_of(id) < tree_.first_pending;
    if (!rebuild_ && in_tree && has_jumped(tree_.slots.neighbors(id), box)) {
      if (pending_slots() < max_pending(items_.size())) {
        tree_.slots.vacate(id);
        tree_.slots.append(id, box);
        return;
      }
      rebuild_ = true;
    }
    tree_.slots.set(id, box);
  }

  Options options_;
  kd_tree::Tree<Dim> tree_;
  kd_tree::MedianSplit<Dim> splitter_;
  u32 room_ = 0;          // number of ids for which memory is reserved
  u64 moved_ = 0;         // boxes that changed since the tree was built
  f64 built_area_ = 0;    // area of the leaves when the tree was built
  bool rebuild_ = false;  // flush() rebuilds the tree
  bool dirty_ = false;    // items changed since the last flush()
};

}  // namespace sapwood
