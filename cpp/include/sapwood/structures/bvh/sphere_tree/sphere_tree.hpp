/// @file Sphere tree: a binary tree of bounding spheres with split planes, for culling front to
/// back.
///
/// Each branch contains a sphere around the spheres of all items below it. It also contains, in two
/// bits, the axis of the plane through the center of the sphere that split its items. Nodes are in
/// preorder: the left child of node i is node i + 1. Query results are exact, because the box of
/// each candidate is tested.
///
/// Layout: an array of nodes of 20 bytes (16 in 2D), see node.hpp; packets of the pending items.
/// Arrays by id contain the exact boxes and filters (ItemStore) and the location of each item (4
/// bytes).
///
/// Invariants, all checked by validate(): a tree with n leaves has 2n - 1 nodes. The sphere of a
/// leaf contains the box of its item. The sphere of a branch contains the spheres of all leaves
/// below, up to rounding errors. With `spheres: tight`, it contains only the boxes of their items.
/// It does not always contain the spheres of the branches below.
///
/// Cost: a build is O(n log n), remove O(1), and move O(height). A query is O(log n + hits) for
/// typical input and O(n) in the worst case. The array has no free space in the middle, so items
/// that are inserted or move far are added to a pending list, which every query scans. The next
/// query rebuilds the tree if the list is longer than 16 + 3 sqrt(n), if about half of the leaves
/// have no item, or if moves have enlarged the spheres too much. n inserts cost O(n sqrt(n) log n)
/// in total if a query follows each of them, and O(n log n) without queries.
///
/// Limits: 2^28 items and a height of 96. If allocation for a rebuild fails, the pending list stays
/// in use. Queries are then slower, but correct.
///
/// Sources: 30fps.net, sphere hierarchy with split planes (2024); Pharr, Jakob and Humphreys,
/// Physically Based Rendering (linear BVH in preorder).
#pragma once

#include "sapwood/core/concepts.hpp"
#include "sapwood/core/pending_list.hpp"
#include "sapwood/core/shrink.hpp"
#include "sapwood/structures/bvh/sphere_tree/build.hpp"
#include "sapwood/structures/bvh/sphere_tree/inspect.hpp"
#include "sapwood/structures/bvh/sphere_tree/query.hpp"

namespace sapwood {

/// Tree of bounding spheres with split planes.
/// @see SpatialStructure, Dynamic, Traversable, Pairable, Serializable
template <int Dim>
class SphereTree {
 public:
  static constexpr const char* kId = "sphere-tree";
  static constexpr bool kIsTree = true;
  static constexpr bool kHasSphereTraversal = true;
  static constexpr bool kHasFrustumTraversal = true;
  static constexpr int kDim = Dim;
  static constexpr bool kRefits = true;
  using Options = SphereTreeOptions;
  using Box = Aabb<Dim>;

  /// Creates an empty index.
  explicit SphereTree(const Options& options = {}) : options_(options) {}

  /// Returns the options.
  Options options() const { return options_; }
  /// Returns the boxes and filters of the items, indexed by id.
  const ItemStore<Dim>& items() const { return items_; }
  const sphere_tree::Tree<Dim>& tree() const { return tree_; }
  const Array<sphere_tree::Node<Dim>>& nodes() const { return tree_.nodes; }
  u32 pending() const { return pending_.size(); }
  /// Returns how many times the tree was built, either by build() or because it had degraded.
  u64 builds() const { return builds_; }
  /// Releases memory that is not needed.
  [[gnu::cold, gnu::noinline]] void shrink() {
    items_.shrink();
    tree_.nodes.shrink();
    place_.shrink_to(items_.id_end());
    pending_.shrink();
  }
  /// Returns the bytes of memory in use.
  size_t byte_length() const {
    return items_.byte_length() + tree_.nodes.byte_length() + place_.byte_length() +
           pending_.byte_length();
  }

  /// Replaces all items: item i gets id i and box i.
  Status build(const Box* boxes, u32 count) {
    sphere_tree::Builder<Dim> builder(options_);
    if (count > sphere_tree::kMaxItems || !items_.reserve(count) || !place_.reserve(count) ||
        !tree_.nodes.reserve(size_t{count} * 2) || !builder.reserve(count)) {
      return out_of_memory(*this);
    }
    items_.assign(boxes, count);
    place_.clear();
    for (Id id = 0; id < count; ++id) place_.push_unchecked(kNone);
    build_tree(builder);
    shrink_if_sparse(*this);
    return Status::success();
  }

  /// Moves all items. If at most an eighth of the boxes change, the items are moved one by one.
  /// Otherwise, all spheres are recomputed, and the next query checks whether the tree has
  /// degraded. `changed` receives the number of boxes that changed.
  Status update(const Box* boxes, u32& changed) {
    changed = 0;
    const Box* next = boxes;
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) {
      changed += items_.box(id) == *next++ ? 0 : 1;
    }
    const bool in_bulk = changed > items_.size() / kBulkShare;
    if (!in_bulk && !pending_.reserve(pending_.size() + size_t{changed})) {
      changed = 0;
      return out_of_memory(*this);
    }
    next = boxes;
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) {
      const Box& box = *next++;
      if (in_bulk) {
        items_.set_box(id, box);
        if (is_pending(id)) pending_.set(slot_of(id), box);
      } else {
        set_box(id, box);
      }
    }
    if (in_bulk) {
      refit_all(tree_, items_, options_.spheres);
      grown_ = items_.size();
    }
    return Status::success();
  }

  /// Removes all items.
  void clear() {
    items_.clear();
    place_.clear();
    empty_tree();
    shrink_if_large(*this);
  }

  /// Inserts an item. `id` receives the smallest free id.
  Status insert(const Box& box, const Filter& filter, Id& id) {
    if (items_.size() >= sphere_tree::kMaxItems || !items_.reserve_one(filter) ||
        !place_.reserve_more(1) || !pending_.reserve_one()) {
      return out_of_memory(*this);
    }
    id = items_.insert(box, filter);
    if (id == place_.size()) place_.push_unchecked(kNone);
    place_[id] = pending_.add(id, box) | kPending;
    return Status::success();
  }

  /// Removes an item. Its id can be reused.
  Status remove(Id id) {
    if (is_pending(id)) {
      leave_list(id);
    } else {
      mark_removed(id);
    }
    place_[id] = kNone;
    items_.remove(id);
    if (items_.size() == 0) empty_tree();
    shrink_if_sparse(*this);
    return Status::success();
  }

  /// Moves an item. `changed` receives true if the box changed.
  Status move(Id id, const Box& box, const Point<Dim>&, bool& changed) {
    changed = false;
    if (!pending_.reserve_one()) return out_of_memory(*this);
    changed = set_box(id, box);
    return Status::success();
  }

  /// Sets the filter of an item.
  Status set_filter(Id id, const Filter& filter) { return items_.change_filter(id, filter); }

  /// Rebuilds the tree if it has degraded, if too many leaves have no item, or if the pending list
  /// is too long. Must be called after changes and before a traversal.
  Status flush() {
    if (pending_.size() > max_pending() || removed_ > max_removed() || degraded()) rebuild();
    return Status::success();
  }

  /// Visits all items that may be hits, see Traversable.
  template <class Query, class Visitor>
  Status traverse(const Query& query, Counters auto& counters, Visitor&& visit) const {
    bool going = true;
    if constexpr (std::derived_from<Query, FrustumQuery>) {
      going = sphere_tree::cull(tree_, items_, query, counters, visit);
    } else {
      going = sphere_tree::traverse(tree_, query, counters, visit);
    }
    if (going) pending_.scan(query, counters, visit);
    return Status::success();
  }
  /// Visits items that may be hits, nearer items first where possible, see TraversableOrdered.
  /// Pending items are scanned first: they must be scanned in any case, and their hits reduce the
  /// search radius.
  template <class Query, class Visitor>
  Status traverse_ordered(Query& query, Counters auto& counters, Visitor&& visit) const {
    if (pending_.scan(query, counters, visit)) {
      sphere_tree::traverse_ordered(tree_, query, counters, visit);
    }
    return Status::success();
  }
  /// Traverses approximately front to back. Pending items are visited last.
  template <class Query, class Visitor>
  Status traverse_front_to_back(const Query& query, const Point<3>& eye, Counters auto& counters,
                                PlaneOrderReport* report, Visitor&& visit) const
      requires(Dim == 3) {
    if (sphere_tree::cull_front_to_back(tree_, items_, query, eye, counters, report, visit)) {
      pending_.scan(query, counters, visit);
    }
    return Status::success();
  }
  /// Calls visit(Id, u32) with each visible item and a bit mask of the planes that cut its box. If
  /// `eye` is not null, visits items in the order of the split planes.
  template <class Query, class Visitor>
  Status cull(const Query& query, const Point<3>* eye, Counters auto& counters,
              Visitor&& visit) const requires(Dim == 3) {
    sphere_tree::FlagVisitor flagged(visit);
    const bool going = eye == nullptr ? sphere_tree::cull(tree_, items_, query, counters, flagged)
                                      : sphere_tree::cull_front_to_back(tree_, items_, query, *eye,
                                                                        counters, nullptr, flagged);
    for (u32 slot = 0; going && slot < pending_.size(); ++slot) {
      const Id id = pending_.id(slot);
      ++counters.item_tests;
      trace_of(counters).step(Step::kCompared, kListNode, 1);
      const FrustumTest found = query.test(items_.box(id), FrustumQuery::kAllPlanes);
      if (!found.outside && !visit(id, found.planes)) break;
    }
    return Status::success();
  }

  /// Reports all overlapping pairs. `node_visits` counts the pairs of nodes whose spheres were
  /// compared, and the nodes that were compared with pending items.
  template <class Visitor>
  Status pairs(QueryCounters& counters, Visitor&& visit) const {
    sphere_tree::PairWalk walk(tree_, items_, counters, visit);
    if (!walk.run()) return Status::success();
    for (u32 slot = 0; slot < pending_.size(); ++slot) {
      const Id id = pending_.id(slot);
      const BoxQuery<Dim> query(items_.box(id));
      FunctionVisitor meet([&](Id other) {
        return !query.hits(items_.box(other)) || static_cast<bool>(visit(id, other));
      });
      if (!sphere_tree::traverse(tree_, query, counters, meet)) break;
      if (!pending_.scan(query, counters, meet, slot + 1)) break;
    }
    return Status::success();
  }

  /// Returns statistics about the size of the tree.
  IndexStats stats() const {
    IndexStats stats;
    stats.items = items_.size();
    stats.byte_length = static_cast<f64>(byte_length());
    const u32 block = pending_.size() != 0 ? 1 : 0;
    stats.nodes = static_cast<f64>(tree_.size()) + block;
    stats.leaves = static_cast<f64>(leaves()) + block;
    if (stats.nodes > 0) stats.height = tree_.height;
    return stats;
  }

  /// Writes the nodes of the tree to a dump.
  Status dump(NodeDump& dump) const {
    return sphere_tree::NodeDumper<Dim>(tree_, pending_, items_, dump).draw();
  }

  /// Appends a message for each violated invariant.
  void validate(Faults& faults) const {
    faults.require(place_.size() == items_.id_end(),
                   "wrong number of positions:", static_cast<u32>(place_.size()));
    if (!faults.empty()) return;
    const auto counts = validator(faults).run(
        [&](Id id, u32 node) { faults.require(place_[id] == node, "wrong leaf for id", id); });
    faults.require(counts.height == tree_.height, "wrong height, expected", counts.height);
    faults.require(counts.removed == removed_, "wrong number of leaves without item, expected",
                   counts.removed);
    faults.require(counts.found + pending_.size() == items_.size(),
                   "items missing from leaves and pending items, of", items_.size());
    for (u32 slot = 0; slot < pending_.size(); ++slot) {
      const Id id = pending_.id(slot);
      faults.require(items_.has(id) && place_[id] == (slot | kPending),
                     "wrong slot for pending item", id);
    }
    for (Id id = 0; id < items_.id_end(); ++id) {
      faults.require(items_.has(id) == (place_[id] != kNone), "wrong position or none for id", id);
    }
  }

  /// Serializes the items, the tree and the pending list.
  void save(ByteWriter& writer) const {
    items_.save(writer);
    writer.array(tree_.nodes);
    writer.array(pending_.ids());
    writer.value(grown_);
    writer.value(built_ratio_);
  }
  /// Reads a saved tree. The index must be empty.
  void load(ByteReader& reader) {
    Array<Id> pending;
    items_.load(reader);
    reader.array(tree_.nodes);
    reader.array(pending);
    reader.value(grown_);
    reader.value(built_ratio_);
    const bool sized = tree_.nodes.size() < 2 * size_t{sphere_tree::kMaxItems} &&
                       items_.id_end() < sphere_tree::kRemoved && pending.size() <= items_.size();
    if (!reader.require(sized)) return;
    if (!reader.require_memory(place_.resize(items_.id_end(), kNone) &&
                               pending_.reserve(pending.size()))) {
      return;
    }
    reader.require(load_places(pending));
  }

 private:
  static constexpr u32 kPending =
      0x80000000u;  // the place of a pending item is its slot | kPending
  static constexpr u32 kBulkShare = 8;
  // Growth factor of the area ratio at which the tree is rebuilt. If the area is 1.5 times as
  // large, queries visit about 1.5 times as many nodes.
  static constexpr f64 kDegraded = 1.5;

  sphere_tree::TreeValidator<Dim> validator(Faults& faults) const {
    return {tree_.nodes, items_, faults, options_.spheres};
  }
  u32 leaves() const { return tree_.size() / 2 + tree_.size() % 2; }
  bool is_pending(Id id) const { return (place_[id] & kPending) != 0; }
  u32 slot_of(Id id) const { return place_[id] & ~kPending; }

  u32 max_pending() const {
    return 16 + 3 * static_cast<u32>(std::sqrt(static_cast<f64>(leaves())));
  }
  u32 max_removed() const { return 16 + leaves() / 2; }

  // Returns true if the tree should be rebuilt. Computes the area ratio only after more than a
  // quarter of the items have enlarged spheres.
  bool degraded() {
    if (grown_ <= 16 + items_.size() / 4) return false;
    grown_ = 0;
    return !(area_ratio(tree_) <= kDegraded * built_ratio_);
  }

  void rebuild() {
    sphere_tree::Builder<Dim> builder(options_);
    const u32 count = items_.size();
    if (!builder.reserve(count) || !tree_.nodes.reserve(size_t{count} * 2)) return;
    build_tree(builder);
    if (tree_.nodes.sparse()) shrink();
  }

  // Builds the tree of all items. Requires capacity for all items in `builder` and for all nodes.
  void build_tree(sphere_tree::Builder<Dim>& builder) {
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) builder.add(id, items_.box(id));
    builder.build(tree_, [&](Id id, u32 node) { place_[id] = node; });
    pending_.clear();
    removed_ = 0;
    grown_ = 0;
    built_ratio_ = area_ratio(tree_);
    ++builds_;
  }

  void empty_tree() {
    tree_.nodes.clear();
    tree_.height = 0;
    pending_.clear();
    removed_ = 0;
    grown_ = 0;
    built_ratio_ = 0;
  }

  // Sets the box of an item and updates the tree or the pending list. Returns true if the box
  // changed. Requires capacity for one pending item.
  bool set_box(Id id, const Box& box) {
    const bool same = items_.box(id) == box;
    items_.set_box(id, box);  // also when only the sign of a zero differs
    if (same) return false;
    if (is_pending(id)) {
      pending_.set(slot_of(id), box);
      return true;
    }
    const u32 leaf = place_[id];
    const sphere_tree::Path<Dim> path(tree_, leaf);
    const Sphere<Dim> sphere = enclosing_sphere(box);
    if (fits_roughly(tree_, path, sphere)) {
      const sphere_tree::LeafItem<Dim> item{sphere, box, options_.spheres};
      grown_ += grow(tree_, path, leaf, item) ? 1 : 0;
    } else {
      mark_removed(id);
      place_[id] = pending_.add(id, box) | kPending;
    }
    return true;
  }

  void mark_removed(Id id) {
    tree_.nodes[place_[id]].make_leaf(sphere_tree::kRemoved);
    ++removed_;
  }
  void leave_list(Id id) {
    const u32 slot = slot_of(id);
    const Id moved = pending_.remove(slot);
    if (moved != kNone) place_[moved] = slot | kPending;
  }

  /// Computes the location of every item from the leaves and the pending items. Returns false if
  /// the bytes are invalid.
  bool load_places(const Array<Id>& pending) {
    Faults faults;
    bool once = true;
    const auto counts = validator(faults).run([&](Id id, u32 node) {
      once &= place_[id] == kNone;
      place_[id] = node;
    });
    if (!faults.empty() || !once) return false;
    for (const Id id : pending) {
      if (id >= items_.id_end() || !items_.has(id) || place_[id] != kNone) return false;
      place_[id] = pending_.add(id, items_.box(id)) | kPending;
    }
    tree_.height = counts.height;
    removed_ = counts.removed;
    return counts.found + pending_.size() == items_.size();
  }

  Options options_;
  ItemStore<Dim> items_;
  sphere_tree::Tree<Dim> tree_;
  Array<u32> place_;  // by id below items_.id_end(): leaf, slot | kPending, or kNone
  PendingList<Dim> pending_;
  u32 removed_ = 0;      // leaves whose item was removed
  u32 grown_ = 0;        // moves that enlarged spheres since the area ratio was last computed
  f64 built_ratio_ = 0;  // area ratio after the last build
  u64 builds_ = 0;
};

}  // namespace sapwood
