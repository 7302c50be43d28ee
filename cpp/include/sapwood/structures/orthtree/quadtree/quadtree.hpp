/// @file Quadtree with buckets (in 3D, octree with buckets): cells are divided in the middle until
/// they have few items. An item is in every leaf that it touches.
///
/// No result is reported twice. Pairs and hits of box queries are reported only in the leaf that
/// contains the lower corner of the overlap. Other queries use one bit per item that is in several
/// leaves, to detect repeated items.
///
/// A build divides the bounds of the items, or the space that was passed to set_space(). Cells at
/// the border of this space extend to infinity and contain the items outside of the space.
///
/// Changes are lazy: they write the item and its slots, and the next query calls flush(). A moved
/// item that touches the same leaves as before stays in these leaves. Other moved items and new
/// items are in an extra leaf outside the tree. The tree is rebuilt if more than 64 + 4 sqrt(n)
/// items are in that leaf, or if more than n / 2 items have left their leaves. It is also rebuilt
/// if n items have moved and the bounds of the leaves have grown to twice their area. If all items
/// move in every frame, the tree is therefore rebuilt in every frame, O(n log n). If flush() runs
/// out of memory, no items are lost, and the next query calls flush() again.
///
/// Counters: a node visit is a test of the bounds of a node; in pairs(), it is a visit of a leaf.
/// Each item of an opened leaf counts as an item test. Limits: all leaves together have at most 8
/// entries per item (build.hpp), so large overlapping boxes lead to large leaves.
///
/// Sources: Finkel and Bentley, Quad Trees, 1974; Samet, The Quadtree and Related Hierarchical Data
/// Structures, 1984; Dittrich and Seeger, 2000 (lower corner).
#pragma once

#include "sapwood/core/bucket_tree.hpp"
#include "sapwood/core/concepts.hpp"
#include "sapwood/core/item_operations.hpp"
#include "sapwood/core/shrink.hpp"
#include "sapwood/structures/orthtree/quadtree/build.hpp"
#include "sapwood/structures/orthtree/quadtree/query.hpp"
#include "sapwood/structures/orthtree/quadtree/tree.hpp"

namespace sapwood {

/// Quadtree or octree with buckets of items.
/// @see SpatialStructure, Dynamic, Traversable, Pairable, Serializable
template <int Dim>
class Quadtree : public ItemOperations<Quadtree<Dim>, Dim> {
 public:
  static constexpr const char* kId = "quadtree";
  static constexpr bool kIsTree = true;
  static constexpr int kDim = Dim;
  static constexpr bool kOrderedOnlyIfShrinking = true;
  static constexpr bool kValidatesOnLoad = true;
  using Options = QuadtreeOptions;
  using Box = Aabb<Dim>;

  /// Creates an empty index.
  explicit Quadtree(const Options& options = {}) : options_(options) {}

  /// Returns the options.
  Options options() const { return options_; }

  /// Replaces all items. Item i receives id i and boxes[i].
  Status build(const Box* boxes, u32 count) {
    if (!items_.reserve(count)) return out_of_memory(*this);
    items_.assign(boxes, count);
    request_rebuild();
    shrink_if_sparse(*this);
    return Status::success();
  }

  /// Removes all items.
  void clear() {
    items_.clear();
    request_rebuild();
    shrink_if_large(*this);
  }

  /// Sets the space that the tree divides, independent of the items.
  void set_space(const Box& space) {
    space_ = space;
    request_rebuild();
  }
  /// Returns the space that was set, or an empty box if every build uses the bounds of the items.
  const Box& space() const { return space_; }

  /// Inserts an item. `id` receives the smallest free id.
  Status insert(const Box& box, const Filter& filter, Id& id) {
    if (!items_.reserve_one(filter) ||
        (!rebuild_ && !tree_.slots.reserve_ids(items_.id_end() + 1))) {
      return out_of_memory(*this);
    }
    id = items_.insert(box, filter);
    dirty_ = true;
    if (!rebuild_) tree_.slots.add_ids(items_.id_end());
    add_pending(id);
    return Status::success();
  }

  /// Removes an item. Its id becomes free.
  Status remove(Id id) {
    items_.remove(id);
    dirty_ = true;
    if (tree_.slots.placed(id)) vacate(id);
    shrink_if_sparse(*this);
    return Status::success();
  }

  /// Recomputes the bounds, or rebuilds the tree if necessary. Must be called after changes and
  /// before a traversal.
  Status flush() {
    if (!dirty_) return Status::success();
    if (!rebuild_) {
      tree_.refit();
      dirty_ = false;
      const bool grown = tree_.leaf_area > 2 * built_area_ && moved_ >= items_.size();
      if (!grown && vacant_ <= items_.size() / 2) return Status::success();
    }
    request_rebuild();
    tree_.space = is_empty(space_) ? bounds_of_items() : space_;
    if (!division_.build(items_, options_, tree_)) {
      request_rebuild();
      return out_of_memory(*this);
    }
    tree_.refit();
    built_area_ = tree_.leaf_area;
    moved_ = vacant_ = 0;
    rebuild_ = dirty_ = false;
    if (tree_.nodes.sparse()) shrink();
    return Status::success();
  }

  /// Visits all items that may be hits, see Traversable.
  template <class Query, class Visitor>
  Status traverse(const Query& query, Counters auto& counters, Visitor&& visit) const {
    SAPWOOD_ASSERT(!dirty_);
    return quadtree::traverse(tree_, items_, query, counters, visit);
  }

  /// Visits items that may be hits, nearer ones first where possible, see TraversableOrdered.
  template <class Query, class Visitor>
  Status traverse_ordered(Query& query, Counters auto& counters, Visitor&& visit) const {
    SAPWOOD_ASSERT(!dirty_);
    return quadtree::traverse_ordered(tree_, items_, query, counters, visit);
  }

  /// Visits all overlapping pairs, see Pairable.
  template <class Visitor>
  Status pairs(QueryCounters& counters, Visitor&& visit) const {
    SAPWOOD_ASSERT(!dirty_);
    return quadtree::LeafPairs<Dim>(tree_, items_, counters).walk(visit);
  }

  /// Releases unneeded memory.
  [[gnu::cold, gnu::noinline]] void shrink() {
    items_.shrink();
    tree_.slots.shrink(size_t{tree_.first_pending} + tree_.max_pending_slots, items_.id_end());
    tree_.nodes.shrink(size_t{tree_.size} + 1);
    division_ = {};
  }
  /// Returns the memory in use, in bytes.
  size_t byte_length() const {
    return items_.byte_length() + tree_.byte_length() + division_.byte_length();
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
    if (!bucket_tree::reserve(dump, tree_.nodes.size(), tree_.slots.count(), Dim)) {
      return Status::out_of_memory();
    }
    bucket_tree::draw(tree_, dump);
    return Status::success();
  }

  /// Appends a message for each violated invariant.
  void validate(Faults& faults) const {
    if (dirty_) return;  // the tree can be out of date until flush()
    quadtree::validate_items(tree_, items_, faults);
    quadtree::validate_nodes(tree_, faults);
  }

  /// Writes the items and the space, if one was set. load() builds the tree from them.
  void save(ByteWriter& writer) const {
    items_.save(writer);
    if (!is_empty(space_)) writer.value(space_);
  }
  /// Reads saved items into a new index.
  void load(ByteReader& reader) {
    items_.load(reader);
    if (reader.left() != 0 && reader.value(space_)) reader.require(is_valid(space_));
    request_rebuild();
  }

 private:
  friend class ItemOperations<Quadtree, Dim>;
  using ItemOperations<Quadtree, Dim>::items_;

  void request_rebuild() {
    tree_.nodes.clear();
    tree_.slots.start(0);
    tree_.size = tree_.first_pending = tree_.max_pending_slots = 0;
    rebuild_ = dirty_ = true;
  }

  // Returns the bounds of all items. Unbounded sides are ignored, because cells at the border of
  // the space extend to infinity.
  Box bounds_of_items() const {
    Box bounds = empty_box<Dim>();
    const auto widen = [&](int axis, f32 side) {
      if (std::fabs(side) >= kMaxCoordinate) return;
      bounds.min[axis] = simd::lesser(bounds.min[axis], side);
      bounds.max[axis] = simd::greater(bounds.max[axis], side);
    };
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) {
      for (int axis = 0; axis < Dim; ++axis) {
        widen(axis, items_.box(id).min[axis]);
        widen(axis, items_.box(id).max[axis]);
      }
    }
    for (int axis = 0; axis < Dim && items_.size() != 0; ++axis) {
      if (bounds.min[axis] > bounds.max[axis]) bounds.min[axis] = bounds.max[axis] = 0;
    }
    return bounds;
  }

  // Adds an item that is in no leaf of the tree to the leaf of the pending items. If that leaf is
  // full, schedules a rebuild.
  void add_pending(Id id) {
    if (rebuild_) return;
    if (tree_.slots.count() - tree_.first_pending >= tree_.max_pending_slots) {
      rebuild_ = true;
    } else {
      tree_.slots.append(id, items_.box(id));
    }
  }

  /// Sets the box of an item. Returns false only if the item is in the same leaves as before.
  bool set_box(Id id, const Box& box) {
    const bool same = items_.box(id) == box;
    items_.set_box(id, box);  // also when only the sign of a zero differs
    if (same) return false;
    dirty_ = true;
    if (rebuild_) return true;
    ++moved_;
    const bool pending = tree_.slots.first_slot(id) >= tree_.first_pending;
    if (pending || tree_.stays(id, box)) {
      tree_.slots.set(id, box);
      return pending;
    }
    vacate(id);
    add_pending(id);
    return true;
  }

  void vacate(Id id) {
    ++vacant_;
    tree_.slots.vacate(id);
  }

  Options options_;
  Box space_ = empty_box<Dim>();  // from set_space(); empty if not set
  quadtree::Tree<Dim> tree_;
  quadtree::Division<Dim> division_;
  u32 vacant_ = 0;        // items that left the leaves since the tree was built
  u64 moved_ = 0;         // boxes that changed since the tree was built
  f64 built_area_ = 0;    // area of the leaves when the tree was built
  bool rebuild_ = false;  // flush() rebuilds the tree
  bool dirty_ = false;    // items changed since the last flush()
};

}  // namespace sapwood
