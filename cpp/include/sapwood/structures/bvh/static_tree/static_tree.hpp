/// @file Static tree: a bulk-built AABB tree for scenes that change rarely or in large batches.
///
/// The tree is built top down over all items, in one call or in steps of limited work. Queries use
/// the old items until a stepwise build is done. Moves mark nodes, and the next query recomputes
/// their boxes. Removals leave gaps in leaves. The next query builds a second tree from the pending
/// items and grafts it onto the first tree. A tree that has degraded is rebuilt automatically.
///
/// Layout: nodes of 28 bytes (20 in 2D) and leaf items of the same size, see
/// core/bulk_tree/tree.hpp. Arrays by id contain the exact boxes and filters (ItemStore) and the
/// leaf of each item (4 bytes).
///
/// Invariants, all checked by validate(): the invariants of the bulk tree hold. The map contains
/// the leaf of every live item, or its position in the list of pending items.
///
/// Cost: a build is O(n log n) for typical input. A query is O(log n + hits), and O(n) in the worst
/// case. Move and remove are O(height), plus O(nodes) for the first of them after a build. Adding a
/// batch of pending items to the tree is O(n).
///
/// Source: the description of the static pruner of NVIDIA PhysX 3.4.
#pragma once

#include "sapwood/base/sort.hpp"
#include "sapwood/core/bulk_tree/build_pace.hpp"
#include "sapwood/core/bulk_tree/builder.hpp"
#include "sapwood/core/bulk_tree/graft.hpp"
#include "sapwood/core/bulk_tree/inspect.hpp"
#include "sapwood/core/bulk_tree/pairs.hpp"
#include "sapwood/core/bulk_tree/query.hpp"
#include "sapwood/core/bulk_tree/tree.hpp"
#include "sapwood/core/concepts.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/core/shrink.hpp"
#include "sapwood/core/validation.hpp"
#include "sapwood/structures/bvh/static_tree/rebuild.hpp"

namespace sapwood {

/// Position at which nodes are split.
using TreeSplit = bulk_tree::Split;

/// Options of a static tree.
struct StaticTreeOptions {
  static constexpr const char* kSplitNames[] = {"box-center", "binned-sah"};

  u32 leaf_limit = 4;  ///< Maximum number of items in a leaf.
  TreeSplit split = TreeSplit::kBoxCenter;
  u32 build_frames = 100;  ///< Number of steps of a stepwise build.

  template <class V>
  void describe(V& v) {
    v.number("leafLimit", leaf_limit, 1, bulk_tree::kMaxLeafItems);
    v.choice("split", split, kSplitNames);
    v.number("buildFrames", build_frames, 1, 1e6);
  }
};

}  // namespace sapwood

namespace sapwood::static_tree {

// List of the ids of pending items, which the next query adds to the tree. In the map of leaves,
// the value of a pending item is kForeign + its position in this list.
class PendingItems {
 public:
  u32 size() const { return static_cast<u32>(ids_.size()); }
  bool empty() const { return ids_.empty(); }
  const Id* begin() const { return ids_.begin(); }
  const Id* end() const { return ids_.end(); }
  size_t byte_length() const { return ids_.byte_length(); }
  void clear() { ids_.clear(); }
  void shrink() { ids_.shrink(); }

  static bool is_pending(u32 leaf) { return leaf >= bulk_tree::kForeign; }

  [[nodiscard]] bool reserve_more(size_t extra) { return ids_.reserve_more(extra); }
  /// Adds a pending item. Requires capacity in the list and in the map.
  void add(Id id, bulk_tree::LeafMap& map) {
    if (id == map.size()) map.push_unchecked(kNone);
    map[id] = bulk_tree::kForeign + size();
    ids_.push_unchecked(id);
  }
  void remove(Id id, bulk_tree::LeafMap& map) {
    const u32 place = map[id] - bulk_tree::kForeign;
    const Id last = ids_.back();
    ids_[place] = last;
    map[last] = bulk_tree::kForeign + place;
    ids_.pop_back();
  }

  // Sorts the ids, so that the same items always give the same tree, regardless of earlier changes.
  void sort(bulk_tree::LeafMap& map) {
    sapwood::sort(ids_.begin(), ids_.end());
    for (u32 place = 0; place < size(); ++place) map[ids_[place]] = bulk_tree::kForeign + place;
  }

  template <int Dim>
  void check(const ItemStore<Dim>& items, const bulk_tree::LeafMap& map, Faults& faults) const {
    for (u32 place = 0; place < size(); ++place) {
      const Id id = ids_[place];
      const bool known = items.has(id) && map[id] == bulk_tree::kForeign + place;
      faults.require(known, "wrong list of pending items at place", place);
    }
  }

 private:
  Array<Id> ids_;
};

}  // namespace sapwood::static_tree

namespace sapwood {

/// Bulk-built AABB tree for scenes that change rarely.
/// @see SpatialStructure, Dynamic, Traversable, Pairable, Serializable
template <int Dim>
class StaticTree {
 public:
  static constexpr const char* kId = "static-tree";
  static constexpr bool kIsTree = true;
  static constexpr int kDim = Dim;
  static constexpr bool kRefits = true;
  using Options = StaticTreeOptions;
  using Box = Aabb<Dim>;
  using Tree = bulk_tree::Tree<Dim>;

  /// Creates an empty index.
  explicit StaticTree(const Options& options = {})
      : options_(options), pace_(options.build_frames) {}

  /// Returns the options.
  Options options() const { return options_; }
  /// Returns the boxes and filters of the items, indexed by id.
  const ItemStore<Dim>& items() const { return items_; }
  const Tree& tree() const { return tree_; }
  /// Returns the map from ids to leaves. The value of a pending item is kForeign + its position in
  /// the list of pending items.
  const bulk_tree::LeafMap& leaf_of() const { return leaf_of_; }
  u32 pending_count() const { return pending_.size(); }
  const static_tree::BuildLog& build_log() const { return background_.log(); }
  /// Releases memory that is not needed. Rebuilds the tree if most items were removed. An
  /// unfinished stepwise build continues.
  [[gnu::cold, gnu::noinline]] void shrink() {
    items_.shrink();
    if (tree_.live() < tree_.position_count() / 2) (void)rebuild();
    tree_.shrink();
    leaf_of_.shrink_to(items_.id_end());
    pending_.shrink();
  }
  /// Returns the bytes of memory in use.
  size_t byte_length() const {
    return items_.byte_length() + tree_.byte_length() + leaf_of_.byte_length() +
           pending_.byte_length() + background_.byte_length();
  }

  /// Replaces all items: item i gets id i and box i.
  Status build(const Box* boxes, u32 count) {
    static_tree::BackgroundBuild<Dim> build;
    if (!build.begin(boxes, count, rules())) return Status::out_of_memory();
    if (Status status = finish(build); !status.ok()) return status;
    replace_by(build);
    background_ = {};
    return Status::success();
  }

  /// Begins a stepwise build and copies the boxes. Cancels an earlier unfinished build.
  Status begin_build(const Box* boxes, u32 count) {
    static_tree::BackgroundBuild<Dim> build;
    if (!build.begin(boxes, count, rules())) return Status::out_of_memory();
    background_ = std::move(build);
    pace_.begin();
    return Status::success();
  }
  /// Does at most `limit` units of work of the stepwise build. A unit is one item or one node
  /// touched. `done` receives true when the build is finished and has replaced the old items.
  Status step_build(u32 limit, u32& work, bool& done) {
    if (Status status = background_.step(limit, work, done); !status.ok()) return status;
    pace_.record_step(work);
    if (done) replace_by(background_);
    return Status::success();
  }
  /// Returns the recommended `limit` of the next step_build() call. With this limit, the current
  /// build takes `build_frames` steps in total.
  u32 step_work() const { return pace_.limit(background_.expected_work()); }
  bool building() const { return background_.running(); }

  /// Sets all boxes and refits the tree in one pass. Rebuilds the tree if its area ratio has grown
  /// by more than a tenth since the last build.
  Status update(const Box* boxes, u32& changed) {
    changed = 0;
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) changed += set(id, *boxes++);
    tree_.refit_all(items_.boxes());
    rebuild_if_degraded(tree_.node_count());
    return Status::success();
  }

  /// Removes all items.
  void clear() {
    items_.clear();
    tree_.clear();
    leaf_of_.clear();
    pending_.clear();
    background_ = {};
    policy_.record_build(0, 0);
    shrink_if_large(*this);
  }

  /// Inserts an item. The next query adds it to the tree, so queries find it immediately.
  Status insert(const Box& box, const Filter& filter, Id& id) {
    if (!items_.reserve_one(filter) || !leaf_of_.reserve_more(1) || !pending_.reserve_more(1)) {
      return out_of_memory(*this);
    }
    id = items_.insert(box, filter);
    pending_.add(id, leaf_of_);
    return Status::success();
  }

  /// Removes an item. Its id can be reused.
  Status remove(Id id) {
    const u32 leaf = leaf_of_[id];
    if (static_tree::PendingItems::is_pending(leaf)) {
      pending_.remove(id, leaf_of_);
    } else {
      if (!tree_.prepare_refit()) return out_of_memory(*this);
      tree_.remove(id, leaf);
    }
    leaf_of_[id] = kNone;
    items_.remove(id);
    shrink_if_sparse(*this);
    return Status::success();
  }

  /// Moves an item. `changed` receives true if the box changed.
  Status move(Id id, const Box& box, const Point<Dim>&, bool& changed) {
    const u32 leaf = leaf_of_[id];
    const bool in_tree = !static_tree::PendingItems::is_pending(leaf);
    if (in_tree && !tree_.prepare_refit()) return out_of_memory(*this);
    changed = set(id, box);
    if (changed && in_tree) tree_.mark(leaf);
    return Status::success();
  }

  /// Sets the filter of an item.
  Status set_filter(Id id, const Filter& filter) { return items_.change_filter(id, filter); }

  /// Adds copies of the items of another tree by grafting a copy of it onto this tree. ids[i]
  /// receives the new id of the i-th live item of the other tree. If the other tree has larger
  /// leaves or is not flushed, the copies are added as pending items instead.
  Status merge(const StaticTree& other, Array<Id>& ids) {
    if (Status status = flush(); !status.ok()) return status;
    const bool whole = other.flushed() && other.options_.leaf_limit <= options_.leaf_limit;
    return whole ? merge_tree(other, ids) : merge_items(other, ids);
  }

  /// Returns the cost of the last merge().
  const bulk_tree::MergeCost& merge_cost() const { return merge_cost_; }

  /// Recomputes the boxes of all marked nodes. `visited` receives their number.
  Status refit(u32& visited) {
    visited = tree_.refit_marked(items_.boxes());
    return Status::success();
  }

  /// Recomputes the boxes of marked nodes and adds pending items to the tree.
  Status flush() {
    if (flushed()) return Status::success();
    rebuild_if_degraded(tree_.refit_marked(items_.boxes()));
    if (pending_.empty()) return Status::success();
    const bool rebuilds =
        policy_.should_rebuild(tree_.live(), tree_.position_count(), pending_count());
    const Status status = rebuilds ? rebuild() : graft_pending();
    return status.ok() ? status : out_of_memory(*this);
  }

  /// Visits all items that may be hits, see Traversable.
  template <class Query, class Visitor>
  Status traverse(const Query& query, Counters auto& counters, Visitor&& visit) const {
    return bulk_tree::traverse(tree_, query, counters, visit);
  }
  /// Visits items that may be hits, nearer items first where possible, see TraversableOrdered.
  template <class Query, class Visitor>
  Status traverse_ordered(Query& query, Counters auto& counters, Visitor&& visit) const {
    return bulk_tree::traverse_ordered(tree_, query, counters, visit);
  }
  /// Reports all overlapping pairs. `node_visits` counts the pairs of nodes whose boxes were
  /// compared.
  template <class Visitor>
  Status pairs(QueryCounters& counters, Visitor&& visit) const {
    return bulk_tree::overlapping_pairs(tree_, counters, visit);
  }
  /// Visits the overlapping pairs of two indices, see PairableWith.
  template <class Visitor>
  Status pairs_with(const StaticTree& other, QueryCounters& counters, Visitor&& visit) const {
    return bulk_tree::overlapping_pairs(tree_, other.tree_, counters, visit);
  }

  /// Returns statistics about the size and the quality of the tree.
  IndexStats stats() const {
    IndexStats stats;
    bulk_tree::measure(tree_, stats);
    stats.items = items_.size();
    stats.byte_length = static_cast<f64>(byte_length());
    return stats;
  }

  /// Writes the nodes of the tree to a dump.
  Status dump(NodeDump& dump) const { return bulk_tree::dump(tree_, dump); }

  /// Appends a message for each violated invariant.
  void validate(Faults& faults) const {
    bulk_tree::Validator<Tree> validator(tree_, faults);
    if (!validator.reserve(items_.id_end())) {
      faults.add("no memory to validate nodes:", tree_.node_count());
      return;
    }
    if (!validator.check_links() || !validator.check_ids()) return;
    validator.check_boxes(items_, leaf_of_);
    for (u32 i = 0; i < tree_.node_count(); ++i) {
      const auto& node = tree_.node(i);
      faults.require(!node.is_leaf() || node.count() <= options_.leaf_limit, "leaf too full:", i);
    }
    faults.require(u64{tree_.live()} + pending_count() == items_.size(),
                   "wrong number of items in the tree and pending:", pending_count());
    pending_.check(items_, leaf_of_, faults);
  }

  /// Serializes the tree. load() recomputes the boxes of nodes and the list of pending items. An
  /// unfinished stepwise build is not saved.
  void save(ByteWriter& writer) const {
    items_.save(writer);
    policy_.save(writer);
    bulk_tree::TreeBytes<Tree>::save(tree_, writer);
  }
  /// Reads a saved tree. The index must be empty.
  void load(ByteReader& reader) {
    items_.load(reader);
    policy_.load(reader);
    if (!reader.ok() || !reader.require_memory(leaf_of_.resize(items_.id_end(), kNone))) return;
    bulk_tree::TreeBytes<Tree>::load(reader, tree_, items_, leaf_of_);
    if (!reader.ok()) return;
    reader.require(tree_.live() <= items_.size());
    const u32 missing = items_.size() - tree_.live();
    if (!reader.ok() || !reader.require_memory(pending_.reserve_more(missing))) return;
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) {
      if (leaf_of_[id] == kNone) pending_.add(id, leaf_of_);
    }
  }

 private:
  using Build = static_tree::BackgroundBuild<Dim>;

  bulk_tree::BuildRules rules() const { return {options_.leaf_limit, options_.split}; }
  bool flushed() const { return pending_.empty() && !tree_.marks().any(); }

  static Status finish(Build& build) {
    for (bool done = false; !done;) {
      u32 work = 0;
      if (Status status = build.step(kNone, work, done); !status.ok()) return status;
    }
    return Status::success();
  }

  void replace_by(Build& build) {
    build.swap_with(items_, tree_, leaf_of_);
    pending_.clear();
    record_build(build.branch_area());
  }
  void record_build(f64 branch_area) {
    const f64 ratio = tree_.empty() ? 0 : branch_area / half_area(tree_.node(0).box);
    policy_.record_build(tree_.live(), ratio);
  }

  bool set(Id id, const Box& box) {
    const bool differs = !(items_.box(id) == box);
    items_.set_box(id, box);
    return differs;
  }

  template <class ForEach>
  bool build_tree(u32 count, Tree& tree, f64& branch_area, ForEach&& for_each) const {
    bulk_tree::Builder<Dim> builder;
    if (!builder.begin(count, rules())) return false;
    for_each([&](Id id) { builder.add(id, items_.box(id)); });
    u64 work = 0;
    bool done = false;
    if (!builder.step(~u64{0}, work, done).ok()) return false;
    branch_area = builder.branch_area();
    builder.move_to(tree);
    return true;
  }

  Status rebuild() {
    Tree tree;
    f64 branch_area = 0;
    const auto all = [&](auto&& add) {
      for (Id id = items_.first(); id != kNone; id = items_.next(id)) add(id);
    };
    if (!build_tree(items_.size(), tree, branch_area, all)) return Status::out_of_memory();
    std::swap(tree_, tree);
    pending_.clear();
    bulk_tree::map_leaves(tree_, leaf_of_);
    record_build(branch_area);
    return Status::success();
  }

  // Rebuilds a degraded tree. If allocation fails, the refitted tree stays in use: it is correct,
  // but slower.
  void rebuild_if_degraded(u32 visited) {
    if (!policy_.record_refit(visited, tree_.node_count())) return;
    const f64 ratio = bulk_tree::area_ratio(tree_);
    if (policy_.degraded(ratio) && !rebuild().ok()) policy_.rebase(ratio);
  }

  Status graft_pending() {
    pending_.sort(leaf_of_);
    Tree tree;
    f64 branch_area = 0;
    const auto queue = [&](auto&& add) {
      for (const Id id : pending_) add(id);
    };
    if (!build_tree(pending_count(), tree, branch_area, queue)) return Status::out_of_memory();
    bulk_tree::Grafter<Tree> grafter(tree_, tree);
    if (!grafter.reserve()) return Status::out_of_memory();
    grafter.run(leaf_of_);
    policy_.record_graft(pending_count());
    pending_.clear();
    return Status::success();
  }

  bool reserve_copies(const StaticTree& other, Array<Id>& ids) {
    ids.clear();
    const u64 ids_end = u64{items_.id_end()} + other.items_.size();
    return ids_end < kNone && ids.reserve(other.items_.size()) &&
           items_.reserve(static_cast<u32>(ids_end)) &&
           (!other.items_.filtered() || items_.reserve_filters()) &&
           leaf_of_.reserve(static_cast<size_t>(ids_end));
  }
  // Adds copies of all items of another tree to the item store. ids[i] receives the new id of the
  // i-th live item.
  void copy_items(const StaticTree& other, Array<Id>& ids) {
    for (Id id = other.items_.first(); id != kNone; id = other.items_.next(id)) {
      const Id copy = items_.insert(other.items_.box(id), other.items_.filter(id));
      if (copy == leaf_of_.size()) leaf_of_.push_unchecked(kNone);
      ids.push_unchecked(copy);
    }
  }

  Status merge_tree(const StaticTree& other, Array<Id>& ids) {
    Tree tree;
    Array<Id> names;
    if (!reserve_copies(other, ids) || !tree.copy_from(other.tree_) ||
        !names.resize(other.items_.id_end())) {
      return out_of_memory(*this);
    }
    bulk_tree::Grafter<Tree> grafter(tree_, tree);
    if (!grafter.reserve()) return out_of_memory(*this);
    copy_items(other, ids);
    u32 next = 0;
    for (Id id = other.items_.first(); id != kNone; id = other.items_.next(id)) {
      names[id] = ids[next++];
    }
    tree.replace_ids(names.data());
    grafter.run(leaf_of_);
    merge_cost_ = grafter.cost();
    policy_.record_graft(0);
    return Status::success();
  }

  Status merge_items(const StaticTree& other, Array<Id>& ids) {
    if (!reserve_copies(other, ids) || !pending_.reserve_more(other.items_.size())) {
      return out_of_memory(*this);
    }
    copy_items(other, ids);
    for (const Id id : ids) pending_.add(id, leaf_of_);
    merge_cost_ = {0, ids.size(), ids.size()};  // the next query adds them to the tree
    return Status::success();
  }

  Options options_;
  ItemStore<Dim> items_;
  Tree tree_;
  bulk_tree::LeafMap leaf_of_;  // by id below items_.id_end()
  static_tree::PendingItems pending_;
  static_tree::RebuildPolicy policy_;
  bulk_tree::MergeCost merge_cost_;
  Build background_;
  bulk_tree::BuildPace pace_;
};

}  // namespace sapwood
