/// @file Dynamic AABB tree: a binary tree of boxes for items that change at any time.
///
/// Each leaf contains an item and its fat box, which is larger than the box of the item, so small
/// moves do not change the tree. A leaf is inserted as the sibling of the node with the lowest
/// surface-area cost, and rotations keep the tree balanced. Query results are exact, because the
/// exact box of each candidate is tested.
///
/// Layout: nodes of 32 bytes (24 in 2D) in pairs of siblings, linked by index, with a free list,
/// nearly in depth-first order (node.hpp). Arrays indexed by id contain the exact boxes and filters
/// (ItemStore), the leaves and the fat boxes.
///
/// Invariants, all checked by validate(): n items have 2n - 1 nodes. A branch has two children, and
/// its box is their exact union. Heights are exact. The fat box of a leaf contains the exact box.
///
/// Cost: insert, remove and move are O(height), usually O(log n). A query is O(log n + hits) for
/// typical input and O(n) in the worst case. A build is O(n log n). With balance `none`, or with
/// nested boxes, the height can be n - 1. Traversals are iterative, so a large height only costs
/// time and memory.
///
/// Source: Gaul, Dynamic AABB tree (2013); Presson, Bullet's btDbvt (2007); Catto, Box2D, and
/// Dynamic bounding volume hierarchies (2019).
#pragma once

#include "sapwood/base/traversal_stack.hpp"
#include "sapwood/core/concepts.hpp"
#include "sapwood/core/shrink.hpp"
#include "sapwood/core/trace.hpp"
#include "sapwood/core/visitors.hpp"
#include "sapwood/structures/bvh/dynamic_tree/build.hpp"
#include "sapwood/structures/bvh/dynamic_tree/bytes.hpp"
#include "sapwood/structures/bvh/dynamic_tree/insert.hpp"
#include "sapwood/structures/bvh/dynamic_tree/inspect.hpp"
#include "sapwood/structures/bvh/dynamic_tree/node.hpp"
#include "sapwood/structures/bvh/dynamic_tree/pair_events.hpp"
#include "sapwood/structures/bvh/dynamic_tree/update.hpp"

namespace sapwood {

/// Dynamic AABB tree.
/// @see SpatialStructure, Dynamic, Traversable, Pairable, Serializable
template <int Dim>
class DynamicTree {
 public:
  static constexpr const char* kId = "dynamic-tree";
  static constexpr bool kIsTree = true;
  static constexpr bool kHasSphereTraversal = true;
  static constexpr bool kHasFrustumTraversal = true;
  static constexpr int kDim = Dim;
  static constexpr bool kValidatesOnLoad = true;
  using Options = DynamicTreeOptions;
  using Box = Aabb<Dim>;

  /// Creates an empty index.
  explicit DynamicTree(const Options& options = {}) : options_(options), inserter_(options) {}

  /// Returns the options.
  Options options() const { return options_; }
  /// Returns the boxes and filters of the items, indexed by id.
  const ItemStore<Dim>& items() const { return items_; }
  /// Returns the stored fat box of a live item.
  const Box& fat_box(Id id) const { return tree_.fat_box(id); }
  const dynamic_tree::Tree<Dim>& tree() const { return tree_; }
  /// Releases unneeded memory. Closes gaps in the node array, unless branches are enlarged.
  [[gnu::cold, gnu::noinline]] void shrink() {
    items_.shrink();
    if (enlarged_.empty()) tree_.compact();
    tree_.shrink(items_.id_end());
    tracker_.shrink(items_.id_end());
    inserter_.shrink();
    escaped_.release();
    order_.release();
    sleepers_.shrink(items_.id_end());
    enlarged_.shrink();
  }
  /// Returns the bytes of memory in use.
  size_t byte_length() const {
    return items_.byte_length() + tree_.byte_length() + tracker_.byte_length() +
           inserter_.byte_length() + escaped_.byte_length() + order_.byte_length() +
           sleepers_.byte_length() + enlarged_.byte_length();
  }

  /// Builds the tree by the surface-area heuristic. Pair events continue, see update_pairs().
  Status build(const Box* boxes, u32 count) {
    dynamic_tree::BulkBuilder<Dim> builder;
    if (!items_.reserve(count) || !tree_.reserve(count, count) || !builder.reserve(count)) {
      return out_of_memory(*this);
    }
    items_.assign(boxes, count);
    for (Id id = 0; id < count; ++id) {
      builder.add(id, dynamic_tree::fatten(boxes[id], Point<Dim>{}, options_));
    }
    build_tree(builder);
    tracker_.record_all_moved();
    sleepers_.wake_all();
    start_over();
    shrink_if_sparse(*this);
    return Status::success();
  }

  /// Moves all items. The displacement of an item is that of the center of its box. If at most an
  /// eighth of the items leave their fat boxes, these items are reinserted. Otherwise, all branches
  /// are refitted. After this refit, the tree is rebuilt if its area ratio (see area_ratio()) has
  /// grown by more than a quarter since the last build. It is then also rebuilt if the number of
  /// items has changed by more than an eighth.
  Status update(const Box* boxes, u32& changed) {
    changed = 0;
    if (!dynamic_tree::collect_escaped({tree_, items_}, boxes, options_, escaped_)) {
      return out_of_memory(*this);
    }
    const u32 escaped = static_cast<u32>(escaped_.size());
    const bool in_bulk = escaped > items_.size() / kBulkShare;
    if (!tracker_.reserve(escaped, items_.id_end()) || !inserter_.reserve(items_.size()) ||
        (in_bulk && !order_.reserve(tree_.live() / 2 + 1))) {
      return out_of_memory(*this);
    }
    u32 next = 0;
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) {
      const Box& box = boxes[next++];
      if (!(items_.box(id) == box)) tracker_.record_change(id);
      items_.set_box(id, box);
    }
    for (const dynamic_tree::EscapedItem<Dim>& escaped_item : escaped_) {
      tracker_.record_moved(escaped_item.id);
      if (in_bulk) {
        tree_.set_fat_box(escaped_item.id, escaped_item.fat);
      } else {
        replace_leaf(tree_.leaf_of(escaped_item.id), escaped_item.fat);
      }
    }
    if (in_bulk) {
      refit_all(tree_, order_);
      // if the rebuild runs out of memory, the refitted tree is used: it is correct, but slower
      if (policy_.degraded(tree_) && !rebuild().ok()) policy_.record_build(tree_);
    }
    changed = escaped;
    reinserts_ += escaped;
    return Status::success();
  }

  /// Removes all items.
  void clear() {
    items_.clear();
    tree_.clear();
    sleepers_.wake_all();
    enlarged_.forget();
    tracker_.record_all_moved();
    start_over();
    shrink_if_large(*this);
  }

  /// Inserts an item. `id` receives the smallest free id.
  Status insert(const Box& box, const Filter& filter, Id& id) {
    if (!items_.reserve_one(filter) || !tree_.reserve_one() || !inserter_.reserve(items_.size()) ||
        !tracker_.reserve(1, items_.id_end() + 1)) {
      return out_of_memory(*this);
    }
    id = items_.insert(box, filter);
    tree_.add_id(id);
    const Box fat = dynamic_tree::fatten(box, Point<Dim>{}, options_);
    inserter_.insert_leaf(tree_, tree_.make_leaf(fat, id));
    restore_order();
    tracker_.record_moved(id);
    return Status::success();
  }

  /// Removes an item. Its id can be reused.
  Status remove(Id id) {
    inserter_.remove_leaf(tree_, tree_.leaf_of(id));
    tree_.forget_leaf(id);
    items_.remove(id);
    sleepers_.wake(id);
    tracker_.record_removed(id);
    shrink_if_sparse(*this);
    return Status::success();
  }

  /// Moves an item. `changed` receives true if the item got a new fat box, because the box left the
  /// old one or the old one was much too large.
  Status move(Id id, const Box& box, const Point<Dim>& displacement, bool& changed) {
    const auto replace = [this](u32 leaf, const Box& fat) { replace_leaf(leaf, fat); };
    return move_by(id, box, displacement, changed, replace);
  }

  /// Moves an item like move(), but does not reinsert its leaf: the boxes above the leaf are
  /// enlarged instead (EnlargeProxy of Catto's Box2D 3). This is fast, but each call makes queries
  /// slower until rebuild_enlarged() is called.
  Status enlarge(Id id, const Box& box, const Point<Dim>& displacement, bool& changed) {
    changed = false;
    if (!enlarged_.reserve(tree_)) return out_of_memory(*this);
    const auto grow = [this](u32 leaf, const Box& fat) { enlarged_.enlarge(tree_, leaf, fat); };
    return move_by(id, box, displacement, changed, grow);
  }
  /// Rebuilds the branches above the leaves that enlarge() changed. `rebuilt` receives their
  /// number.
  Status rebuild_enlarged(u32& rebuilt) {
    const auto opens = [this](const auto& branch, u32) { return enlarged_.has(branch); };
    return reassemble(opens, 0, rebuilt);
  }
  /// Rebuilds all branches, but keeps the leaves and their fat boxes. Ranges of up to `bottom_up`
  /// leaves are built bottom up.
  Status rebuild_over_leaves(u32 bottom_up, u32& rebuilt) {
    const auto all = [](const auto&, u32) { return true; };
    const Status status = reassemble(all, bottom_up, rebuilt);
    if (status.ok()) policy_.record_build(tree_);
    return status;
  }

  /// Sets the filter of an item.
  Status set_filter(Id id, const Filter& filter) {
    if (!items_.reserve_filters()) return out_of_memory(*this);
    items_.set_filter(id, filter);
    tracker_.record_change(id);
    return Status::success();
  }

  /// Visits all items whose fat box passes the query, see Traversable. The traversal is depth first
  /// and visits the first child first. It reads each node at most once.
  template <class Query, class Visitor>
  Status traverse(const Query& query, Counters auto& counters, Visitor&& visit) const {
    if (tree_.empty()) return Status::success();
    TraversalStack<u32> open(tree_.height());
    if (!open.ready()) return Status::out_of_memory();
    auto&& trace = trace_of(counters);
    u64 visits = 0;
    u64 tests = 0;
    for (u32 at = kRoot;;) {
      const dynamic_tree::Node<Dim>& node = tree_[at];
      ++visits;
      if (query.may_touch(node.box)) {
        trace.step(Step::kEntered, dynamic_tree::key_of(node));
        if (!node.is_leaf()) {
          open.push(node.child(1));
          at = node.child(0);
          continue;
        }
        ++tests;
        trace.step(Step::kCompared, dynamic_tree::key_of(node), 1);
        if (!visit.test(node.item())) break;
      } else {
        trace.step(Step::kMissed, dynamic_tree::key_of(node));
      }
      if (open.empty()) break;
      at = open.pop();
    }
    counters.node_visits += visits;
    counters.item_tests += tests;
    return Status::success();
  }

  /// Visits items whose fat box is within the search radius, nearer child first, see
  /// TraversableOrdered. Nodes are tested again when they are popped, because the radius may have
  /// become smaller.
  template <class Query, class Visitor>
  Status traverse_ordered(Query& query, Counters auto& counters, Visitor&& visit) const {
    if (tree_.empty()) return Status::success();
    TraversalStack<ReachedNode> open(tree_.height() + 1);
    if (!open.ready()) return Status::out_of_memory();
    u64 visits = 0;
    u64 tests = 0;
    auto&& trace = trace_of(counters);
    const auto reach = [&](u32 at) __attribute__((always_inline)) {
      const f32 bound = query.lower_bound(tree_[at].box);
      const Step step = query.in_reach(bound) ? Step::kEntered : Step::kMissed;
      trace.step(step, dynamic_tree::key_of(tree_[at]));
      ++visits;
      return bound;
    };
    open.push({reach(kRoot), kRoot});
    while (!open.empty()) {
      ReachedNode at = open.pop();
      if (!query.in_reach(at.bound)) {
        trace.step(Step::kDropped, dynamic_tree::key_of(tree_[at.node]));
        continue;
      }
      // descend to a leaf, or to a branch whose children are outside of the search radius
      while (query.in_reach(at.bound) && !tree_[at.node].is_leaf()) {
        const u32 child = tree_[at.node].link;
        const f32 first = reach(child);
        const f32 second = reach(child + 1);
        const u32 nearer = second < first ? 1 : 0;
        const ReachedNode far = {nearer ? first : second, child + 1 - nearer};
        if (query.in_reach(far.bound)) open.push(far);
        at = {nearer ? second : first, child + nearer};
      }
      if (!query.in_reach(at.bound)) continue;
      ++tests;
      trace.step(Step::kCompared, dynamic_tree::key_of(tree_[at.node]), 1);
      if (!visit.test(tree_[at.node].item())) break;
    }
    counters.node_visits += visits;
    counters.item_tests += tests;
    return Status::success();
  }

  /// Reports all overlapping pairs. `node_visits` counts the compared pairs of nodes.
  template <class Visitor>
  Status pairs(QueryCounters& counters, Visitor&& visit) const {
    return dynamic_tree::overlapping_pairs(tree_, items_, counters, visit);
  }
  /// Reports the overlapping pairs of two trees. The first id of a pair is from this tree.
  template <class Visitor>
  Status pairs_with(const DynamicTree& other, QueryCounters& counters, Visitor&& visit) const {
    using Side = dynamic_tree::PairedTree<Dim>;
    return dynamic_tree::overlapping_pairs(Side{tree_, items_}, Side{other.tree_, other.items_},
                                           counters, visit);
  }

  /// Returns the pairs that started and stopped overlapping since the last call. Both lists are
  /// sorted by (a, b). The first call reports all overlapping pairs. Exact boxes are compared, and
  /// filters apply. The sum of all events reported so far is always the current set of overlapping
  /// pairs, also after build() and clear(). Only items that were inserted or left their fat box are
  /// queried. make_room(count) is called before the events are marked as reported, so that the
  /// caller can allocate memory. If it fails, the next call reports all these events.
  Status update_pairs(Array<IdPair>& begins, Array<IdPair>& ends,
                      dynamic_tree::MakeRoom make_room = nullptr) {
    return checked(tracker_.update(*this, begins, ends, make_room));
  }
  /// Does the same as update_pairs(), but queries all items that are awake or were moved. With
  /// sleep flags, an engine can use a margin of 0, but then runs more queries.
  Status update_pairs_awake(Array<IdPair>& begins, Array<IdPair>& ends,
                            dynamic_tree::MakeRoom make_room = nullptr) {
    const auto awake = [this](Id id) { return !sleepers_.has(id); };
    return checked(tracker_.update_awake(*this, awake, begins, ends, make_room));
  }
  /// Sets the sleep flag of a live item for update_pairs_awake(). Inserted items are awake.
  Status set_asleep(Id id, bool asleep) {
    return sleepers_.set(id, asleep) ? Status::success() : out_of_memory(*this);
  }
  bool asleep(Id id) const { return sleepers_.has(id); }

  /// Returns the pairs whose fat boxes overlapped at the last update_pairs().
  const PairSet& fat_pairs() const { return tracker_.fat_pairs(); }
  const dynamic_tree::PairUpdateCounters& pair_counters() const { return tracker_.counters(); }

  /// Rebuilds subtrees with a total of at most `budget` items top down. Continues where the last
  /// call stopped. After the last subtree, rebuilds the branches near the root. `spent` receives
  /// the number of items in the rebuilt subtrees, plus the number of subtrees that were joined near
  /// the root.
  ///
  /// Larger subtrees result in a better tree. This was measured for 2,000 to 100,000 items after
  /// random moves, with budgets of a tenth of the items. Two passes take less than a tenth of the
  /// time of three passes of reinsert(). The area of the branches is up to 8 percent smaller.
  Status optimize(u32 budget, u32& spent) {
    spent = 0;
    if (budget >= items_.size()) {
      spent = items_.size();
      return rebuild();
    }
    if (!parts_.rebuild(tree_, budget, spent)) return out_of_memory(*this);
    if (enlarged_.empty()) tree_.renumber(spent);
    return Status::success();
  }

  /// Reinserts up to `budget` leaves at their best position, in ascending order of id (Presson,
  /// Bullet's btDbvt; Bittner, Hapala and Havran 2013). Continues where the last call stopped. Each
  /// leaf is reinserted at most once per call. `spent` receives the number of reinserted leaves.
  Status reinsert(u32 budget, u32& spent) {
    spent = 0;
    const u32 most = budget < items_.size() ? budget : items_.size();
    if (!inserter_.reserve_search(items_.size())) return out_of_memory(*this);
    while (items_.size() > 2 && spent < most) {
      reinserted_ = items_.next(reinserted_);
      if (reinserted_ == kNone) reinserted_ = items_.first();
      inserter_.improve(tree_, tree_.leaf_of(reinserted_));
      restore_order();
      ++spent;
    }
    return Status::success();
  }

  /// Rebuilds the tree top down. The fat boxes stay the same.
  Status rebuild() {
    dynamic_tree::BulkBuilder<Dim> builder;
    if (!builder.reserve(items_.size())) return out_of_memory(*this);
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) builder.add(id, fat_box(id));
    build_tree(builder);
    return Status::success();
  }

  /// Returns statistics about the size and the quality of the tree.
  IndexStats stats() const {
    IndexStats stats;
    stats.items = items_.size();
    stats.reinserts = static_cast<f64>(reinserts_);
    stats.byte_length = static_cast<f64>(byte_length());
    measure(tree_, stats);
    return stats;
  }

  /// Writes the nodes of the tree to a dump.
  Status dump(NodeDump& dump) const { return dynamic_tree::dump(tree_, dump); }

  /// Appends a message for each violated invariant.
  void validate(Faults& faults) const {
    dynamic_tree::TreeValidator<Dim>(tree_, items_, faults).run();
  }

  /// Serializes the tree. After load(), update_pairs() first reports all overlapping pairs.
  void save(ByteWriter& writer) const {
    items_.save(writer);
    writer.value(reinserts_);
    dynamic_tree::TreeWriter<Dim>({tree_, items_}, writer).write(options_);
  }
  /// Reads a saved tree. The index must be empty.
  void load(ByteReader& reader) {
    items_.load(reader);
    reader.value(reinserts_);
    if (reader.ok()) dynamic_tree::TreeReader<Dim>(items_, tree_).read(options_, reader);
  }

 private:
  static constexpr u32 kRoot = dynamic_tree::Tree<Dim>::kRoot;
  static constexpr u32 kBulkShare = 8;
  // After every kChangesPerStep changes, kPairs pairs of nodes move toward depth-first order. With
  // 8 pairs, queries on 100,000 items take a fifth longer. Small trees fit in the cache: with 1
  // pair, insertions are 8 % faster and queries at most 6 % slower.
  static constexpr u32 kChangesPerStep = 4;
  static constexpr u32 kPairs = 16;
  static constexpr u32 kPairsIfSmall = 1;
  static constexpr u32 kSmall = 4096;  // maximum number of nodes of a small tree

  struct ReachedNode {
    f32 bound;  // lower bound of the keys of all items below
    u32 node;
  };

  /// Returns the status of a call. After a failure, releases the memory that the call has reserved.
  Status checked(const Status& status) { return status.ok() ? status : out_of_memory(*this); }

  template <class Replace>
  Status move_by(Id id, const Box& box, const Point<Dim>& displacement, bool& changed,
                 Replace&& replace) {
    changed = false;
    if (!tracker_.reserve(1, items_.id_end()) || !inserter_.reserve(items_.size()))
      return out_of_memory(*this);
    items_.set_box(id, box);
    tracker_.record_change(id);
    const Box old = fat_box(id);
    const auto predicted = dynamic_tree::predicted_displacement(displacement, box, old);
    const Box fat = dynamic_tree::fatten(box, predicted, options_);
    if (dynamic_tree::can_reuse_fat_box(old, box, fat, options_.margin)) return Status::success();
    replace(tree_.leaf_of(id), fat);
    tracker_.record_moved(id);
    ++reinserts_;
    changed = true;
    return Status::success();
  }

  // Resets optimize() and reinsert(), so that the same calls always give the same tree.
  void start_over() {
    reinserts_ = 0;
    changes_ = 0;
    reinserted_ = kNone;
    parts_.start_over();
  }

  void replace_leaf(u32 leaf, const Box& fat) {
    inserter_.move(tree_, leaf, fat);
    restore_order();
  }
  // Called after each change of the tree. Continues the pass that restores the depth-first order.
  void restore_order() {
    if (++changes_ % kChangesPerStep != 0 || !enlarged_.empty()) return;
    tree_.renumber(tree_.live() < kSmall ? kPairsIfSmall : kPairs);
  }

  template <class Opens>
  Status reassemble(Opens&& opens, u32 bottom_up, u32& rebuilt) {
    rebuilt = 0;
    dynamic_tree::Assembler<Dim> assembler;
    if (!assembler.reserve(items_.size(), bottom_up)) return out_of_memory(*this);
    rebuilt = assembler.release_branches(tree_, kRoot, opens);
    assembler.assemble(tree_, kRoot);
    enlarged_.forget();
    return Status::success();
  }

  void build_tree(dynamic_tree::BulkBuilder<Dim>& builder) {
    builder.build(tree_, items_.id_end());
    enlarged_.forget();
    policy_.record_build(tree_);
  }

  Options options_;
  ItemStore<Dim> items_;
  dynamic_tree::Tree<Dim> tree_;
  dynamic_tree::PairTracker tracker_;
  dynamic_tree::LeafInserter<Dim> inserter_;
  dynamic_tree::RebuildPolicy policy_;
  dynamic_tree::PartRebuilder<Dim> parts_;
  u64 reinserts_ = 0;                              // items that got a new fat box since the build
  u32 changes_ = 0;                                // changes of the tree, for restore_order()
  Id reinserted_ = kNone;                          // item that reinsert() reinserted last
  Array<dynamic_tree::EscapedItem<Dim>> escaped_;  // scratch of update()
  Array<u32> order_;                               // scratch of update()
  dynamic_tree::Sleepers sleepers_;
  dynamic_tree::EnlargedBranches<Dim> enlarged_;
};

}  // namespace sapwood
