/// @file R-tree: nodes of a few boxes that grow and shrink with their items. All leaves are on one
/// level.
///
/// An item is inserted into the child whose box grows the least. A full node is split, in one of
/// four ways. A node that has lost too many entries is dissolved, and its entries are inserted
/// again. An item that moves within the box of its leaf stays there; otherwise it is removed and
/// inserted. If many items move, boxes are recomputed instead, and a degraded tree is packed again.
///
/// Layout: core/entry_tree/tree.hpp, with the invariants of the entry tree. In addition, nodes
/// other than the root have at least minFill * fanOut entries, and at least two, so the height is
/// at most log2 n.
///
/// Cost: insert and remove O(fanOut * height). With r-star, an insert that overflows a node costs
/// about ten times as much. A build costs n inserts. A box query costs O(log n + hits) for typical
/// input, O(n) in the worst case. Counters: each entry of an opened branch counts as a node visit,
/// and each entry of an opened leaf as an item test.
///
/// Sources:
/// - Guttman, R-trees: a dynamic index structure for spatial searching, 1984
/// - Beckmann, Kriegel, Schneider and Seeger, The R*-tree: an efficient and robust access method,
///   1990
#pragma once

#include "sapwood/core/concepts.hpp"
#include "sapwood/core/entry_tree/inspect.hpp"
#include "sapwood/core/entry_tree/query.hpp"
#include "sapwood/core/shrink.hpp"
#include "sapwood/structures/rtree/r_tree/insert.hpp"

namespace sapwood {

/// R-tree that grows by inserts.
/// @see SpatialStructure, Dynamic, Traversable, Pairable, Serializable
template <int Dim>
class RTree {
 public:
  static constexpr const char* kId = "r-tree";
  static constexpr bool kIsTree = true;
  static constexpr int kDim = Dim;
  static constexpr bool kOrderedOnlyIfShrinking = true;
  using Options = RTreeOptions;
  using Box = Aabb<Dim>;

  /// Creates an empty index.
  explicit RTree(const Options& options = {})
      : options_(options), tree_(options.fan_out), inserter_(options) {}

  /// Returns the options.
  Options options() const { return options_; }
  /// Returns the boxes and filters of the items, by id.
  const ItemStore<Dim>& items() const { return items_; }
  const entry_tree::Tree<Dim>& tree() const { return tree_; }
  /// Returns the number of forced reinsertions on a level during the last insert: 0 or 1.
  u32 reinsertions(u32 level) const { return inserter_.reinsertions(level); }
  /// Releases unneeded memory. Moves nodes to close gaps in the node array.
  [[gnu::cold, gnu::noinline]] void shrink() {
    items_.shrink();
    tree_.shrink(items_.id_end());
    inserter_.shrink();
  }
  /// Returns the memory in use, in bytes.
  size_t byte_length() const {
    return items_.byte_length() + tree_.byte_length() + inserter_.byte_length();
  }

  /// Builds the tree by one insert per item.
  Status build(const Box* boxes, u32 count) {
    entry_tree::Tree<Dim> fresh(options_.fan_out);
    if (!items_.reserve(count) || !grow(fresh, boxes, count)) {
      return out_of_memory(*this);
    }
    items_.assign(boxes, count);
    std::swap(tree_, fresh);
    record_shape();
    shrink_if_sparse(*this);
    return Status::success();
  }

  /// Sets the boxes of all items. `changed` receives the number of items that leave the boxes of
  /// their leaves. If they are at most 1 / 32 of all items, they are removed and inserted again.
  /// Otherwise all boxes are recomputed in one pass, and the tree is packed again if the area of
  /// the leaves has grown by half, or the number of items has changed by an eighth. update() never
  /// fails: if an allocation fails, items stay in their leaves, whose boxes grow.
  Status update(const Box* boxes, u32& changed) {
    changed = 0;
    u32 next = 0;
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) {
      changed += leaves_its_leaf(id, boxes[next++]) ? 1 : 0;
    }
    const bool one_by_one = changed <= items_.size() / kBulkShare;
    next = 0;
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) {
      items_.set_box(id, boxes[next++]);
      if (one_by_one) {
        place(id);
      } else {
        set_lane(id);
      }
    }
    tree_.refit();
    if (!one_by_one && degraded()) (void)pack();
    return Status::success();
  }

  /// Removes all items.
  void clear() {
    items_.clear();
    tree_.clear();
    record_shape();
    shrink_if_large(*this);
  }

  /// Inserts an item. `id` receives the smallest free id.
  Status insert(const Box& box, const Filter& filter, Id& id) {
    if (!items_.reserve_one(filter) || !tree_.reserve_ids(size_t{items_.id_end()} + 1) ||
        !inserter_.reserve_insert(tree_)) {
      return out_of_memory(*this);
    }
    id = items_.insert(box, filter);
    tree_.add_ids(items_.id_end());
    inserter_.insert(tree_, id, box);
    return Status::success();
  }

  /// Removes an item. Its id becomes free.
  Status remove(Id id) {
    if (!inserter_.reserve_remove(tree_, id)) return out_of_memory(*this);
    inserter_.remove(tree_, id);
    items_.remove(id);
    shrink_if_sparse(*this);
    return Status::success();
  }

  /// Moves an item. `changed` is true if the item left the box of its leaf and was inserted again.
  Status move(Id id, const Box& box, const Point<Dim>&, bool& changed) {
    changed = leaves_its_leaf(id, box);
    if (changed && !inserter_.reserve_move(tree_, id)) return out_of_memory(*this);
    items_.set_box(id, box);
    if (changed) {
      inserter_.remove(tree_, id);
      inserter_.insert(tree_, id, box);
    } else {
      set_lane(id);
      tree_.climb(tree_.leaf_of(id));
    }
    return Status::success();
  }

  /// Sets the filter of an item.
  Status set_filter(Id id, const Filter& filter) { return items_.change_filter(id, filter); }

  /// Visits all items that may be hits, see Traversable.
  template <class Query, class Visitor>
  Status traverse(const Query& query, Counters auto& counters, Visitor&& visit) const {
    return entry_tree::traverse(tree_, query, counters, visit);
  }
  /// Visits items that may be hits, nearer ones first where possible, see TraversableOrdered.
  template <class Query, class Visitor>
  Status traverse_ordered(Query& query, Counters auto& counters, Visitor&& visit) const {
    return entry_tree::traverse_ordered(tree_, query, counters, visit);
  }
  /// Reports all overlapping pairs. In `counters`, node_visits counts the comparisons of two branch
  /// entries, and the comparisons of an entry with a node.
  template <class Visitor>
  Status pairs(QueryCounters& counters, Visitor&& visit) const {
    return entry_tree::pairs(tree_, counters, visit);
  }
  /// Visits the overlapping pairs of two indices, see PairableWith.
  template <class Visitor>
  Status pairs_with(const RTree& other, QueryCounters& counters, Visitor&& visit) const {
    return entry_tree::pairs_between(tree_, other.tree_, counters, visit);
  }

  /// Returns statistics on the size and quality of the index.
  IndexStats stats() const {
    IndexStats stats;
    stats.items = items_.size();
    stats.byte_length = static_cast<f64>(byte_length());
    entry_tree::measure(tree_, empty_box<Dim>(), stats);
    if (items_.size() != 0) stats.max_imbalance = 0;
    return stats;
  }

  /// Writes the nodes of the hierarchy to `dump`.
  Status dump(NodeDump& dump) const {
    if (!entry_tree::reserve(dump, tree_, 0, items_.size())) return Status::out_of_memory();
    return entry_tree::draw(tree_, 0, kNone, dump);
  }

  /// Appends a message for each violated invariant.
  void validate(Faults& faults) const {
    entry_tree::Validator<Dim>(tree_, items_, faults).run(fill(), items_.size());
  }

  /// Writes the items and the tree.
  void save(ByteWriter& writer) const {
    items_.save(writer);
    entry_tree::save(tree_, writer);
  }
  /// Reads a saved tree into a new index.
  void load(ByteReader& reader) {
    items_.load(reader);
    if (!reader.ok()) return;
    // every branch has at least two children and every leaf an item, and only a root that is a leaf
    // may have a single item, so there are at most as many nodes as items
    entry_tree::Loader<Dim>(tree_, items_, reader).load(fill(), items_.size());
    for (Id id = items_.first(); reader.ok() && id != kNone; id = items_.next(id)) {
      reader.require(tree_.leaf_of(id) != kNone);
    }
    reader.require((items_.size() == 0) == (tree_.root() == kNone));
    record_shape();
  }

 private:
  static constexpr u32 kBulkShare = 32;  // packing all items costs as much as moving 1/32 of them
  static constexpr f64 kDegraded = 1.5;

  entry_tree::Fill fill() const { return {options_.least_entries(), 2}; }

  bool grow(entry_tree::Tree<Dim>& fresh, const Box* boxes, u32 count) {
    if (!fresh.reserve_ids(count)) return false;
    fresh.add_ids(count);
    for (Id id = 0; id < count; ++id) {
      if (!inserter_.reserve_insert(fresh)) return false;
      inserter_.insert(fresh, id, boxes[id]);
    }
    return true;
  }

  // Packs the tree again from all items. If allocation fails, returns false and changes nothing.
  bool pack() {
    entry_tree::Packer<Dim> packer(options_.plan());
    if (!packer.reserve(items_.size()) ||
        !tree_.reserve(entry_tree::nodes_for(items_.size(), options_.plan()))) {
      return false;
    }
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) packer.add(id, items_.box(id));
    tree_.clear();
    tree_.add_ids(items_.id_end());
    packer.pack(tree_);
    record_shape();
    return true;
  }

  void record_shape() {
    made_area_ = tree_.leaf_area();
    made_size_ = items_.size();
  }
  bool degraded() const {
    const u32 size = items_.size();
    const u32 drift = size > made_size_ ? size - made_size_ : made_size_ - size;
    return drift > size / 8 || !(tree_.leaf_area() <= kDegraded * made_area_);
  }

  bool leaves_its_leaf(Id id, const Box& box) const {
    return !contains(tree_.node(tree_.leaf_of(id)).box, box);
  }
  // Copies the box of an item to its leaf. Does not update the boxes of nodes.
  void set_lane(Id id) {
    const u32 leaf = tree_.leaf_of(id);
    tree_.set_box(leaf, tree_.slot_of(leaf, id), items_.box(id));
  }
  void place(Id id) {
    const Box& box = items_.box(id);
    if (leaves_its_leaf(id, box) && inserter_.reserve_move(tree_, id)) {
      inserter_.remove(tree_, id);
      inserter_.insert(tree_, id, box);
    } else {
      set_lane(id);
    }
  }

  Options options_;
  ItemStore<Dim> items_;
  entry_tree::Tree<Dim> tree_;
  r_tree::LeafInserter<Dim> inserter_;
  f64 made_area_ = 0;  // area of the leaves when the tree was built, packed or loaded
  u32 made_size_ = 0;  // number of items at that time
};

}  // namespace sapwood
