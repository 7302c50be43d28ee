/// @file Wide tree: four children per node, tested together by SIMD instructions.
///
/// This structure has the fastest queries of the library. Nodes are whole cache lines without
/// pointers, leaves are packets of four items that are tested in place, and all ids below a node
/// are consecutive (tree.hpp). The tree is built bottom up along a space-filling curve in O(n), or
/// top down by the surface-area heuristic (build.hpp).
///
/// Changes are lazy. A moved item keeps its slot, and the next query recomputes the boxes above the
/// changed leaves, or all boxes if many leaves changed. A removed item leaves its slot empty. New
/// items are pending. The next query rebuilds the tree if more than 64 + 4 sqrt(n) items are
/// pending or more than half of the items were removed. It also rebuilds the tree if the total area
/// of the nodes has grown by 30 % (100 % for quality builds) after n moves. If allocation of a new
/// tree fails, the old tree is kept, and queries are slower, but correct.
///
/// Cost: build along a curve O(n), update O(n), box query O(log n + hits) for typical input.
/// Memory: 27 bytes per item in 2D and 37 in 3D, in addition to the exact boxes. Counters: each
/// lane of an opened node counts as a node visit, and each tested leaf counts as four item tests.
///
/// Sources: Ernst and Greiner, Multi bounding volume hierarchies, 2008; the sources named in the
/// files of the builders.
#pragma once

#include "sapwood/core/concepts.hpp"
#include "sapwood/core/shrink.hpp"
#include "sapwood/structures/bvh/wide_tree/build.hpp"
#include "sapwood/structures/bvh/wide_tree/inspect.hpp"
#include "sapwood/structures/bvh/wide_tree/nearest.hpp"
#include "sapwood/structures/bvh/wide_tree/tree.hpp"
#include "sapwood/structures/bvh/wide_tree/update.hpp"

namespace sapwood {

/// Dynamic tree of boxes with four children per node.
/// @see SpatialStructure, Dynamic, Traversable, Pairable, Serializable
template <int Dim>
class WideTree {
 public:
  static constexpr const char* kId = "wide-tree";
  static constexpr bool kIsTree = true;
  static constexpr bool kHasSphereTraversal = true;
  static constexpr bool kHasFrustumTraversal = true;
  static constexpr int kDim = Dim;
  static constexpr bool kRefits = true;
  static constexpr bool kValidatesOnLoad = true;
  using Options = WideTreeOptions;
  using Box = Aabb<Dim>;

  /// Creates an empty index.
  explicit WideTree(const Options& options = {}) : options_(options) {}

  /// Returns the options.
  Options options() const { return options_; }
  /// Returns the boxes and filters of the items, by id.
  const ItemStore<Dim>& items() const { return items_; }
  const wide_tree::Tree<Dim>& tree() const { return tree_; }
  /// Returns the number of pending items, which are not in the tree yet.
  u32 pending() const { return pending_.size(); }
  /// Releases unneeded memory.
  [[gnu::cold, gnu::noinline]] void shrink() {
    items_.shrink();
    tree_.shrink();
    pending_.shrink();
    locations_.shrink(items_.id_end());
    dirty_leaves_.shrink();
  }
  /// Returns the memory in use, in bytes.
  size_t byte_length() const {
    return items_.byte_length() + tree_.byte_length() + pending_.byte_length() +
           locations_.byte_length() + dirty_leaves_.byte_length();
  }

  /// Replaces all items. Item i receives id i and boxes[i].
  Status build(const Box* boxes, u32 count) {
    wide_tree::TreePlan plan;
    if (!plan_for({boxes, count, nullptr}, plan) || !items_.reserve(count) ||
        !tree_.reserve(plan)) {
      return out_of_memory(*this);
    }
    items_.assign(boxes, count);
    install(plan);
    shrink_if_sparse(*this);
    return Status::success();
  }

  /// Sets all boxes and recomputes the boxes of all nodes in one pass. `changed` receives the
  /// number of items whose box changed.
  Status update(const Box* boxes, u32& changed) {
    changed = 0;
    set_boxes(boxes);
    for (u32 slot = 0; slot < pending_.size(); ++slot) {
      const Box& box = items_.box(pending_.id(slot));
      changed += pending_.box(slot) == box ? 0 : 1;
      pending_.set(slot, box);
    }
    changed += tree_.read_boxes(items_.boxes());
    moved_ += changed;
    dirty_leaves_.clear();
    changed_ = true;
    return Status::success();
  }

  /// Removes all items.
  void clear() {
    items_.clear();
    tree_.clear();
    forget_past();
    built_ = 0;
    built_area_ = 0;
    shrink_if_large(*this);
  }

  /// Inserts an item. `id` receives the smallest free id.
  Status insert(const Box& box, const Filter& filter, Id& id) {
    if (!items_.reserve_one(filter) || !pending_.reserve_one() || !locations_.reserve_one()) {
      return out_of_memory(*this);
    }
    id = items_.insert(box, filter);
    locations_.add(id, wide_tree::ItemLocations::pending_place(pending_.add(id, box)));
    changed_ = true;
    return Status::success();
  }

  /// Removes an item. Its id becomes free.
  Status remove(Id id) {
    if (!find_locations()) return out_of_memory(*this);
    const u32 place = locations_.of(id);
    const u32 slot = wide_tree::ItemLocations::slot(place);
    if (wide_tree::ItemLocations::is_pending(place)) {
      const Id moved = pending_.remove(slot);
      if (moved != kNone) locations_.set(moved, place);
    } else {
      tree_.vacate(slot);
      dirty_leaves_.add(slot / kLanes, tree_);
    }
    locations_.set(id, kNone);
    items_.remove(id);
    changed_ = true;
    shrink_if_sparse(*this);
    return Status::success();
  }

  /// Moves an item. `changed` is true if the box changed.
  Status move(Id id, const Box& box, const Point<Dim>&, bool& changed) {
    if (!find_locations()) return out_of_memory(*this);
    changed = !(items_.box(id) == box);
    items_.set_box(id, box);  // also when only the sign of a zero differs
    if (!changed) return Status::success();
    const u32 place = locations_.of(id);
    const u32 slot = wide_tree::ItemLocations::slot(place);
    if (wide_tree::ItemLocations::is_pending(place)) {
      pending_.set(slot, box);
    } else {
      tree_.set_box(slot, box);
      dirty_leaves_.add(slot / kLanes, tree_);
      ++moved_;
    }
    changed_ = true;
    return Status::success();
  }

  /// Sets the filter of an item.
  Status set_filter(Id id, const Filter& filter) { return items_.change_filter(id, filter); }

  /// Recomputes outdated boxes, or rebuilds the tree if necessary. Must be called after changes and
  /// before a traversal.
  Status flush() {
    if (changed_) refit_or_rebuild();
    return Status::success();
  }

  /// Calls flush(). `visited` receives the number of nodes that a refit recomputes.
  Status refit(u32& visited) {
    visited = dirty_leaves_.nodes(tree_);
    return flush();
  }

  /// Rebuilds the tree from all items, like build().
  Status rebuild() {
    wide_tree::TreePlan plan;
    if (!plan_for({items_.boxes(), items_.size(), &items_}, plan) || !tree_.reserve(plan)) {
      return out_of_memory(*this);
    }
    install(plan);
    return Status::success();
  }

  /// Rebuilds subtrees and keeps each rebuilt subtree only if it is better than the old one.
  /// Continues where the last call stopped. `spent` receives the work done, in units of one item in
  /// one partition step. This work never exceeds `budget`.
  Status optimize(u32 budget, u32& spent) {
    spent = 0;
    if (Status status = flush(); !status.ok()) return status;
    wide_tree::Treelets<Dim> treelets(tree_, items_.boxes());
    if (!treelets.reserve(budget)) return out_of_memory(*this);
    spent = treelets.run(budget, next_treelet_);
    if (spent > 0) locations_.forget();
    return Status::success();
  }

  /// Visits all items that may be hits, see Traversable.
  template <class Query, class Visitor>
  Status traverse(const Query& query, Counters auto& counters, Visitor&& visit) const {
    SAPWOOD_ASSERT(flushed());
    if (!pending_.scan(query, counters, visit)) return Status::success();
    return wide_tree::traverse(tree_, query, counters, visit);
  }
  /// Visits items that may be hits, nearer ones first where possible, see TraversableOrdered.
  template <class Query, class Visitor>
  Status traverse_ordered(Query& query, Counters auto& counters, Visitor&& visit) const {
    SAPWOOD_ASSERT(flushed());
    if (!pending_.scan(query, counters, visit)) return Status::success();
    return wide_tree::traverse_ordered(tree_, order(), query, counters, visit);
  }

  /// Reports all overlapping pairs. In `counters`, node_visits counts the compared pairs of child
  /// boxes, and item_tests counts the compared pairs of items.
  template <class Visitor>
  Status pairs(QueryCounters& counters, Visitor&& visit) const {
    SAPWOOD_ASSERT(flushed());
    PairBuffer found(visit, PairBuffer::Order::kSmallerFirst);
    return wide_tree::pairs(contents(), counters, found);
  }
  /// Visits the overlapping pairs of two indices, see PairableWith.
  template <class Visitor>
  Status pairs_with(const WideTree& other, QueryCounters& counters, Visitor&& visit) const {
    SAPWOOD_ASSERT(flushed() && other.flushed());
    PairBuffer found(visit, PairBuffer::Order::kAsFound);
    return wide_tree::pairs_between(contents(), other.contents(), counters, found);
  }

  /// Returns statistics on the size and quality of the index.
  IndexStats stats() const {
    IndexStats stats;
    stats.items = items_.size();
    stats.byte_length = static_cast<f64>(byte_length());
    if (flushed()) wide_tree::NodeDumper<Dim>(contents()).measure(stats);
    return stats;
  }

  /// Writes the nodes of the hierarchy to `dump`.
  Status dump(NodeDump& dump) const {
    return wide_tree::NodeDumper<Dim>(contents()).draw(items_.size(), dump);
  }

  /// Appends a message for each violated invariant.
  void validate(Faults& faults) const {
    wide_tree::Validator<Dim>(contents(), items_, faults).run(locations_, flushed());
  }

  /// Writes the tree and the items. The list of pending items is not saved, because it contains
  /// exactly the items without a slot. Boxes of nodes are not saved, because load() recomputes
  /// them. The items are written last, so that the byte array grows only once.
  void save(ByteWriter& writer) const {
    writer.value(moved_);
    writer.value(built_area_);
    writer.value(built_);
    wide_tree::save(tree_, writer);
    items_.save(writer);
  }
  /// Reads a saved tree into a new index.
  void load(ByteReader& reader) {
    wide_tree::TreePlan plan;
    wide_tree::IdSet held;
    reader.value(moved_);
    reader.value(built_area_);
    reader.value(built_);
    wide_tree::load(plan, reader);
    items_.load(reader);
    if (!reader.ok()) return;
    wide_tree::adopt(plan, tree_, items_, held, reader);
    if (!reader.ok() || tree_.live() == items_.size()) return;
    if (!reader.require_memory(pending_.reserve(items_.size() - tree_.live()))) return;
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) {
      if (!held.has(id)) pending_.add(id, items_.box(id));
    }
    changed_ = true;
  }

 private:
  // Growth of the total area of nodes at which the tree is rebuilt. Measured on drifting boxes with
  // all pairs or 10,000 box queries in every frame: with 1.15 to 1.5, frame times differ by less
  // than a tenth; with 2, they are up to a third longer. The threshold for quality builds is
  // higher, because such a build takes 15 times as long.
  static constexpr f64 kDegraded = 1.3;
  static constexpr f64 kDegradedQuality = 2;

  wide_tree::Contents<Dim> contents() const { return {tree_, pending_}; }
  /// Returns true if the boxes of nodes are up to date.
  bool flushed() const { return !dirty_leaves_.any(); }
  bool find_locations() { return locations_.find(tree_, pending_, items_.id_end()); }
  bool needs_new_tree() const {
    return pending_.size() > max_pending(items_.size()) || tree_.live() < built_ / 2;
  }

  wide_tree::NearestOrder order() const {
    return of_quality() ? wide_tree::NearestOrder::kDepthFirst
                        : wide_tree::NearestOrder::kNearestOfAll;
  }
  bool of_quality() const { return options_.build == Options::Build::kQuality; }
  f64 degraded() const { return of_quality() ? kDegradedQuality : kDegraded; }
  bool plan_for(const wide_tree::ItemRun<Dim>& items, wide_tree::TreePlan& plan) const {
    return wide_tree::make_plan(items, options_, plan);
  }
  // Sets the boxes of all items. `boxes` contains one box for each live item, in ascending order of
  // ids.
  void set_boxes(const Box* boxes) {
    if (items_.dense()) {
      for (Id id = 0; id < items_.size(); ++id) items_.set_box(id, boxes[id]);
      return;
    }
    for (Id id = items_.first(); id != kNone; id = items_.next(id), ++boxes) {
      items_.set_box(id, *boxes);
    }
  }
  /// Recomputes boxes that are out of date, and rebuilds a degraded tree. If allocation fails, the
  /// old tree is kept.
  void refit_or_rebuild() {
    changed_ = false;
    if (needs_new_tree() && rebuild().ok()) return;
    dirty_leaves_.correct(tree_);
    if (moved_ == 0 || moved_ < items_.size()) return;
    moved_ = 0;
    if (tree_.area() > degraded() * built_area_ && !rebuild().ok()) built_area_ = tree_.area();
  }
  /// Replaces the tree with the tree of a plan. Requires tree_.reserve(plan).
  void install(wide_tree::TreePlan& plan) {
    const bool sound = tree_.adopt(plan);
    SAPWOOD_ASSERT(sound);
    static_cast<void>(sound);
    tree_.read_boxes(items_.boxes());
    forget_past();
    built_ = items_.size();
    built_area_ = tree_.area();
    if (tree_.sparse()) shrink();
  }
  void forget_past() {
    pending_.clear();
    locations_.forget();
    dirty_leaves_.clear();
    moved_ = 0;
    next_treelet_ = 0;
    changed_ = false;
  }

  Options options_;
  ItemStore<Dim> items_;
  wide_tree::Tree<Dim> tree_;
  PendingList<Dim> pending_;
  wide_tree::ItemLocations locations_;
  wide_tree::DirtyLeaves dirty_leaves_;
  u64 moved_ = 0;         // boxes that changed since the area was last computed
  f64 built_area_ = 0;    // area of all lanes when the tree was built
  u32 built_ = 0;         // number of items when the tree was built
  u32 next_treelet_ = 0;  // where optimize() continues
  bool changed_ = false;  // items changed since the last flush()
};

}  // namespace sapwood
