/// @file Scene pruner: queries as fast as in a static scene, while items are inserted, removed and
/// moved.
///
/// Most items are in the main tree, a bulk tree. Inserted items go to a small incremental tree
/// (pending_tree.hpp). Items that were added by merge() stay in a separate tree (parts.hpp).
/// Removed items are deleted from their leaf. Moved items are refitted, and items that move far are
/// reinserted. The next main tree is built in the background, with limited work per step
/// (rebuild.hpp), and commit() replaces the old one. Each item is in exactly one tree, and queries
/// search all trees.
///
/// Timestamps determine which items a rebuild includes. Each rebuild starts a new timestamp with a
/// new incremental tree. When the new main tree replaces the old one, the previous incremental tree
/// and the merged trees of earlier timestamps are removed as a whole. This takes O(1) plus the time
/// to free memory.
///
/// Layout: boxes and filters by id (ItemStore), and 12 bytes per id for the location of the item. A
/// node or an item of a bulk tree has 28 bytes (20 in 2D), a node of the incremental tree 48 (40 in
/// 2D). A rebuild needs a second bulk tree and 4 more bytes per id.
///
/// Invariants, checked by validate(): the invariants of each tree hold. Each live item is in
/// exactly one tree. No tree is empty.
///
/// Cost: a build is O(n log n), and an insert O(log m) for m pending items. Remove and move mark
/// O(height) nodes, and the next query refits each marked node once. A rebuild costs O(n log n)
/// units in total. The maximum is 2^27 - 1 items. If all items move in every frame, a rebuilt tree
/// is already outdated when it is finished, but refitting compensates for that.
///
/// Source: the descriptions of the scene query system of NVIDIA PhysX 3.4 and 4.1; an independent
/// implementation.
#pragma once

#include "sapwood/core/bulk_tree/build_pace.hpp"
#include "sapwood/core/bulk_tree/graft.hpp"
#include "sapwood/core/concepts.hpp"
#include "sapwood/core/jump.hpp"
#include "sapwood/core/options.hpp"
#include "sapwood/core/shrink.hpp"
#include "sapwood/structures/bvh/scene_pruner/inspect.hpp"
#include "sapwood/structures/bvh/scene_pruner/parts.hpp"

namespace sapwood {

/// Options of the scene pruner.
struct ScenePrunerOptions {
  /// Maximum work of a step() without a budget, in units. A unit is an item copied or partitioned,
  /// or a node mapped or refitted. The default takes a small part of the time of a frame.
  u32 rebuild_budget = 10000;
  /// Number of step() calls without a budget that a rebuild takes, at least 2. In the last call,
  /// the rebuild only refits items that moved during the earlier calls. With 0, the number is not
  /// fixed, and each call has the budget `rebuild_budget`.
  u32 rebuild_frames = 0;
  /// Maximum number of items in a leaf of the bulk trees, at most 15.
  u32 leaf_limit = 4;
  /// Inflation of the bounds of a merged tree, as a fraction of its extent. Half of it is added on
  /// each side.
  f32 inflation = 0.01f;

  template <class V>
  void describe(V& v) {
    v.number("rebuildBudget", rebuild_budget, 1, 1e9);
    v.number("rebuildFrames", rebuild_frames, 0, 1e6);
    v.number("leafLimit", leaf_limit, 1, 15);
    v.number("inflation", inflation, 0, 1);
  }
};

/// Index with a bulk tree that is rebuilt in the background.
/// @see SpatialStructure, Dynamic, Traversable, Pairable, Serializable
template <int Dim>
class ScenePruner {
 public:
  static constexpr const char* kId = "scene-pruner";
  static constexpr bool kIsTree = true;
  static constexpr int kDim = Dim;
  static constexpr bool kRefits = true;
  static constexpr bool kValidatesOnLoad = true;
  using Options = ScenePrunerOptions;
  using Box = Aabb<Dim>;

  /// Creates an empty index.
  explicit ScenePruner(const Options& options = {}) : options_(options), pace_(paced_steps()) {}

  /// Returns the options.
  Options options() const { return options_; }
  /// Returns the boxes and filters of the items, indexed by id.
  const ItemStore<Dim>& items() const { return items_; }
  /// Returns the number of items in the incremental trees.
  u32 pending() const { return parts_.pending[0].items() + parts_.pending[1].items(); }
  u32 merged_trees() const { return parts_.merged.trees(); }
  /// Returns the inflated bounds of the merged tree in a slot.
  const Box& merged_bounds(u32 slot) const { return parts_.merged.bounds(slot); }
  /// Releases memory that is not needed. The memory of removed items in the main tree is released
  /// only by the next rebuild. The memory of their ids is not released while a rebuild is in
  /// progress.
  [[gnu::cold, gnu::noinline]] void shrink() {
    if (rebuild_.state() == scene_pruner::RebuildState::kIdle) {
      items_.shrink();
    } else {
      items_.trim();
    }
    parts_.shrink(items_);
    rebuild_.shrink();
  }
  /// Returns the bytes of memory in use.
  size_t byte_length() const {
    return items_.byte_length() + parts_.byte_length() + rebuild_.byte_length();
  }

  /// Builds the main tree of all items within this call.
  Status build(const Box* boxes, u32 count) {
    bulk_tree::Tree<Dim> tree;
    const auto fill = [&](auto& builder) {
      for (Id id = 0; id < count; ++id) builder.add(id, boxes[id]);
    };
    if (!items_.reserve(count) || !reserve_ids_in_all(count) || !grow(tree, count, fill)) {
      return out_of_memory(*this);
    }
    items_.assign(boxes, count);
    install(tree);
    shrink_if_sparse(*this);
    return Status::success();
  }

  /// Moves all items. `changed` counts the items whose box changed.
  Status update(const Box* boxes, u32& changed) {
    changed = 0;
    for (auto& tree : parts_.pending) {
      if (!tree.reserve(tree.items())) return out_of_memory(*this);
    }
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) changed += place(id, *boxes++);
    return Status::success();
  }

  /// Removes all items.
  void clear() {
    items_.clear();
    parts_.clear();
    rebuild_.drop();
    wanted_ = false;
    shrink_if_large(*this);
  }

  /// Inserts an item. `id` receives the smallest free id.
  Status insert(const Box& box, const Filter& filter, Id& id) {
    if (!items_.reserve_one(filter) || !parts_.current_pending().reserve_one() ||
        !parts_.reserve_ids(1) || !rebuild_.reserve_ids(1)) {
      return out_of_memory(*this);
    }
    id = adopt(box, filter, parts_.current);
    parts_.current_pending().insert(parts_.members(items_), id);
    return Status::success();
  }

  /// Removes an item. Its id can be reused.
  Status remove(Id id) {
    remove_from_trees(id);
    items_.remove(id);
    wanted_ = true;
    shrink_if_sparse(*this);
    return Status::success();
  }

  /// Moves an item. `changed` receives true if the box changed.
  Status move(Id id, const Box& box, const Point<Dim>&, bool& changed) {
    changed = false;
    if (parts_.is_pending(id) && !parts_.pending[parts_.home[id]].reserve_one()) {
      return out_of_memory(*this);
    }
    changed = place(id, box);
    return Status::success();
  }

  /// Sets the filter of an item.
  Status set_filter(Id id, const Filter& filter) { return items_.change_filter(id, filter); }

  /// Adds copies of the items of another pruner as one merged tree. ids[i] receives the new id of
  /// the i-th live item of the other pruner.
  Status merge(const ScenePruner& other, Array<Id>& ids) {
    if (!choose_ids(other.items_.size(), ids)) return out_of_memory(*this);
    merge_cost_ = {};
    if (ids.empty()) return Status::success();
    const u32 end = ids.back() + 1;
    const u32 extra = end > items_.id_end() ? end - items_.id_end() : 0;
    if (!items_.reserve(items_.id_end() + extra) || !parts_.reserve_ids(extra) ||
        !rebuild_.reserve_ids(extra) || (other.items_.filtered() && !items_.reserve_filters())) {
      return out_of_memory(*this);
    }
    const u32 slot = parts_.merged.make_room(parts_.stamp);
    if (slot == kNone) return out_of_memory(*this);
    const auto fill = [&](auto& builder) {
      const Id* id = ids.begin();
      other.for_each([&](Id theirs) { builder.add(*id++, other.items_.box(theirs)); });
    };
    u64 built = 0;
    if (!grow(parts_.merged.tree(slot), other.items_.size(), fill, &built)) {
      parts_.merged.discard(slot);
      return out_of_memory(*this);
    }
    other.for_each([&](Id theirs) {
      adopt(other.items_.box(theirs), other.items_.filter(theirs), Parts::kFirstMerged + slot);
    });
    bulk_tree::map_leaves(parts_.merged.tree(slot), parts_.leaf);
    parts_.merged.add_tree(slot, options_.inflation);
    merge_cost_.nodes = parts_.merged.tree(slot).node_count();
    merge_cost_.items = ids.size();
    merge_cost_.work =
        built + 2 * merge_cost_.nodes;  // each node is mapped and linked to its parent
    return Status::success();
  }
  /// Returns the cost of the last merge().
  const bulk_tree::MergeCost& merge_cost() const { return merge_cost_; }

  /// Does at most `budget` units of work on the next main tree. Begins a rebuild if items were
  /// inserted, removed or moved since the last rebuild began.
  Status step(u32 budget, u32& work) {
    work = 0;
    if (rebuild_.state() == scene_pruner::RebuildState::kIdle) {
      if (!wanted_ || items_.size() == 0) return Status::success();
      if (!rebuild_.begin(items_, items_.size(), options_.leaf_limit)) {
        return out_of_memory(*this);
      }
      pace_.begin();
      ++parts_.stamp;
      parts_.current = 1 - parts_.current;
      wanted_ = false;
    }
    const auto includes = [this](Id id) { return items_.has(id) && parts_.is_older(id); };
    const bool running = rebuild_.state() != scene_pruner::RebuildState::kFinished;
    const Status status = rebuild_.step(items_, includes, budget, work);
    if (running) pace_.record_step(work);
    return status;
  }
  /// Returns the recommended budget of a step.
  u32 step_work() const {
    if (options_.rebuild_frames == 0) return options_.rebuild_budget;
    if (rebuild_.state() != scene_pruner::RebuildState::kIdle) {
      return pace_.limit(rebuild_.expected_work());
    }
    return bulk_tree::BuildPace(paced_steps())
        .limit(scene_pruner::Rebuild<Dim>::expected_work(items_.size(), items_.id_end(),
                                                         options_.leaf_limit));
  }

  /// Replaces the main tree if the next main tree is finished. Otherwise, refits the items that
  /// moved.
  Status commit(bool& swapped) {
    swapped = rebuild_.state() == scene_pruner::RebuildState::kFinished;
    if (!swapped) return flush();
    rebuild_.move_to(parts_.main);
    parts_.previous_pending().clear();
    parts_.merged.remove_before(parts_.stamp);
    return Status::success();
  }

  u32 state() const { return static_cast<u32>(rebuild_.state()); }

  Status shift_origin(const Point<Dim>& by) {
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) {
      if (!is_valid(shifted(items_.box(id), by))) return Status::invalid_argument();
    }
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) {
      items_.set_box(id, shifted(items_.box(id), by));
    }
    parts_.main.tree.refit_all(items_.boxes());
    for (auto& tree : parts_.pending) tree.shift(by);
    parts_.merged.shift(by, items_.boxes(), options_.inflation);
    rebuild_.record_all_moved(items_);
    return Status::success();
  }

  /// Recomputes the boxes above items that were moved or removed.
  Status flush() {
    u32 visited = 0;
    return refit(visited);
  }
  Status refit(u32& visited) {
    visited = parts_.main.tree.refit_marked(items_.boxes());
    visited += parts_.merged.flush(items_.boxes(), options_.inflation);
    return Status::success();
  }

  /// Visits all items that may be hits, see Traversable.
  template <class Query, class Visitor>
  Status traverse(const Query& query, Counters auto& counters, Visitor&& visit) const {
    return parts_.traverse(query, counters, visit);
  }
  /// Visits items that may be hits, nearer items first where possible, see TraversableOrdered.
  template <class Query, class Visitor>
  Status traverse_ordered(Query& query, Counters auto& counters, Visitor&& visit) const {
    return parts_.traverse_ordered(query, counters, visit);
  }
  /// Visits all overlapping pairs, see Pairable.
  template <class Visitor>
  Status pairs(QueryCounters& counters, Visitor&& visit) const {
    return scene_pruner::PairWalk(parts_, items_, counters, visit).run();
  }

  /// Returns statistics about the size and height. Statistics about the quality are available only
  /// if the main tree is the only tree.
  IndexStats stats() const {
    IndexStats stats;
    stats.items = items_.size();
    stats.byte_length = static_cast<f64>(byte_length());
    scene_pruner::measure(parts_, stats);
    return stats;
  }
  /// Writes the main tree, the incremental trees, and the tree of trees to a dump. The merged trees
  /// are below the leaves of the tree of trees.
  Status dump(NodeDump& dump) const {
    return scene_pruner::Dumper(parts_, dump).run(items_.size());
  }
  /// Appends a message for each violated invariant.
  void validate(Faults& faults) const {
    scene_pruner::PartsValidator<Dim>(parts_, rebuild_, items_, faults).run();
  }

  /// Serializes the items. load() builds a main tree from them.
  void save(ByteWriter& writer) const { items_.save(writer); }
  /// Reads saved items. The index must be empty.
  void load(ByteReader& reader) {
    items_.load(reader);
    if (!reader.ok()) return;
    bulk_tree::Tree<Dim> tree;
    const auto fill = [this](auto& builder) {
      for_each([&](Id id) { builder.add(id, items_.box(id)); });
    };
    const bool granted = reserve_ids_in_all(items_.id_end()) && grow(tree, items_.size(), fill);
    if (reader.require_memory(granted)) install(tree);
  }

 private:
  using Parts = scene_pruner::Parts<Dim>;

  // Returns the number of steps that share the work of a rebuild. The last step of a rebuild is not
  // counted, because it only refits items that moved.
  u32 paced_steps() const { return options_.rebuild_frames > 2 ? options_.rebuild_frames - 1 : 1; }

  template <class Visitor>
  void for_each(Visitor&& visit) const {
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) visit(id);
  }

  [[nodiscard]] bool reserve_ids_in_all(u32 count) {
    return parts_.main.leaf_of.reserve(count) && parts_.home.reserve(count) &&
           parts_.leaf.reserve(count);
  }

  // Computes the ids that the next `count` inserts will use. Returns false if allocation fails.
  bool choose_ids(u32 count, Array<Id>& ids) const {
    ids.clear();
    if (!ids.reserve(count)) return false;
    for (Id id = 0; ids.size() < count; ++id) {
      if (!items_.has(id)) ids.push_unchecked(id);
    }
    return true;
  }

  // Builds a bulk tree of the items that `fill` adds.
  template <class Fill>
  bool grow(bulk_tree::Tree<Dim>& tree, u32 count, Fill&& fill, u64* units = nullptr) const {
    bulk_tree::Builder<Dim> builder;
    if (!builder.begin(count, {options_.leaf_limit})) return false;
    fill(builder);
    u64 work = 0;
    bool done = false;
    if (!builder.step(~u64{0}, work, done).ok()) return false;
    if (units != nullptr) *units = work;
    builder.move_to(tree);
    return tree.prepare_refit();
  }

  /// Replaces all trees with a main tree of all items. Requires reserve_ids_in_all().
  void install(bulk_tree::Tree<Dim>& tree) {
    parts_.clear();
    rebuild_.drop();
    wanted_ = false;
    std::swap(parts_.main.tree, tree);
    for (Id id = 0; id < items_.id_end(); ++id) parts_.record_new_id();
    bulk_tree::map_leaves(parts_.main.tree, parts_.main.leaf_of);
  }

  // Adds an item to the store. The caller must add it to a tree.
  Id adopt(const Box& box, const Filter& filter, u32 home) {
    const Id id = items_.insert(box, filter);
    if (id == parts_.home.size()) {
      parts_.record_new_id();
      rebuild_.record_new_id();
    }
    parts_.home[id] = home;
    wanted_ = true;
    return id;
  }

  // Sets the box of an item and updates its tree. Returns true if the box changed. If the item is
  // pending, its incremental tree must have reserved memory.
  bool place(Id id, const Box& box) {
    const bool differs = !(items_.box(id) == box);
    items_.set_box(id, box);
    if (!differs) return false;
    wanted_ = true;
    if (jump(id, box)) return true;
    rebuild_.record_moved(id);
    if (parts_.main.has(id)) {
      parts_.main.tree.mark(parts_.main.leaf_of[id]);
    } else if (parts_.is_pending(id)) {
      parts_.pending[parts_.home[id]].update(parts_.members(items_), id);
    } else {
      parts_.merged.tree(parts_.slot_of(id)).mark(parts_.leaf[id]);
    }
    return true;
  }

  // If an item has jumped (moved far from its leaf), moves it to the current incremental tree, as
  // if it had been removed and inserted. Otherwise, it would also enlarge nodes of the tree that is
  // being built. Returns false if the item has not jumped, if allocation fails, or if it is already
  // in the current incremental tree.
  bool jump(Id id, const Box& box) {
    const bool is_elsewhere = parts_.main.has(id) || parts_.home[id] != parts_.current;
    if (!is_elsewhere || !has_jumped(leaf_box(id), box) || !parts_.current_pending().reserve_next())
      return false;
    remove_from_trees(id);
    parts_.home[id] = parts_.current;
    parts_.current_pending().insert(parts_.members(items_), id);
    return true;
  }
  const Box& leaf_box(Id id) const {
    if (parts_.main.has(id)) return parts_.main.tree.node(parts_.main.leaf_of[id]).box;
    if (parts_.is_pending(id)) return parts_.pending[parts_.home[id]].node(parts_.leaf[id]).box;
    return parts_.merged.at(parts_.slot_of(id))->tree.node(parts_.leaf[id]).box;
  }

  /// Removes an item from its tree, and from the tree that is being built.
  void remove_from_trees(Id id) {
    rebuild_.record_removed(id);
    if (parts_.main.has(id)) {
      parts_.main.remove(id);
    } else if (parts_.is_pending(id)) {
      parts_.pending[parts_.home[id]].remove(parts_.members(items_), id);
    } else {
      const u32 slot = parts_.slot_of(id);
      parts_.merged.tree(slot).remove(id, parts_.leaf[id]);
      if (parts_.merged.at(slot)->tree.live() == 0) parts_.merged.remove(slot);
    }
  }

  Options options_;
  ItemStore<Dim> items_;
  Parts parts_;
  scene_pruner::Rebuild<Dim> rebuild_;
  bulk_tree::BuildPace pace_;
  bulk_tree::MergeCost merge_cost_;
  bool wanted_ = false;  // items changed since the last rebuild began
};

}  // namespace sapwood
