// Index of items in the cells of an orthtree. `Rule` makes it a strict or a loose orthtree.
//
// The world is a cube around the items at the time when the world is created, except for a few
// items far away (WorldFinder). Items outside the world are in the outside list, which every query
// tests. A new world is created in these cases:
// - in build(), and in the first insert into an empty index
// - in an update() that moves more than a quarter of the items out of their cells
// - if preallocated levels are too few for the number of items
// - if the outside list holds more than an eighth of the items and more than the capacity of a cell
//
// In the last case, the world has an additional margin of half of its size on the sides where items
// have left the old world. A growing scene therefore rarely requires a new world.
//
// With set_space(), every new world is the cube around the given box. All items outside the world
// remain in the outside list.
//
// Invariants, all checked by validate(): each item is in the deepest cell in use on the path to the
// cell that `Rule` determines for it. The bounds of a cell contain the boxes of its items and the
// bounds of its children. Lists contain exact copies of the item boxes. All counts are correct.
#pragma once

#include "sapwood/core/concepts.hpp"
#include "sapwood/core/orthtree/build.hpp"
#include "sapwood/core/orthtree/grid.hpp"
#include "sapwood/core/orthtree/inspect.hpp"
#include "sapwood/core/orthtree/query.hpp"
#include "sapwood/core/shrink.hpp"

namespace sapwood::orthtree {

template <class Rule>
class CellIndex {
 public:
  static constexpr int kDim = Rule::kDim;
  using Box = Aabb<kDim>;

  explicit CellIndex(const CellPolicy& policy) : tree_(policy) {}

  const ItemStore<kDim>& items() const { return items_; }
  const CellTree<Rule>& tree() const { return tree_; }
  size_t byte_length() const {
    return items_.byte_length() + tree_.byte_length() + escaped_.byte_length();
  }
  // Sets a fixed box for the world, which is used the next time that a world is created.
  void set_space(const Box& space) { space_ = space; }
  // Returns the box of set_space(), or an empty box if the world depends on the items.
  const Box& space() const { return space_; }
  // Frees unneeded memory. Rebuilds the cells if most are free, or if fewer levels suffice.
  [[gnu::cold, gnu::noinline]] void shrink() {
    items_.shrink();
    escaped_.release();
    const u32 limit = tree_.frame().limit();
    const u32 enough = depth_limit<kDim>(tree_.policy(), items_.size());
    if (items_.size() == 0) {
      tree_.clear();
    } else if (tree_.mostly_free() || enough < limit) {
      TreeBuilder<Rule> builder(tree_.frame().grid(), tree_.policy(), std::min(limit, enough));
      (void)place_all(builder);
    }
    tree_.shrink(items_.id_end());
  }
  // Returns the number of times that all items were placed in cells, in a new world or again in the
  // same world.
  u64 placements() const { return placements_; }

  Status build(const Box* boxes, u32 count) {
    if (count == 0) {
      clear();
      return Status::success();
    }
    TreeBuilder<Rule> builder(world_of(boxes, count), tree_.policy(), count);
    if (!items_.reserve(count) || !builder.reserve(count, count)) return out_of_memory(*this);
    for (Id id = 0; id < count; ++id) builder.add(id, boxes[id]);
    if (!builder.plan(tree_)) return out_of_memory(*this);
    items_.assign(boxes, count);
    fill(builder);
    shrink_if_sparse(*this);
    return Status::success();
  }

  // Sets the boxes of all items. Items that may stay in their cells only get their new box. If more
  // than a quarter of the items must leave their cells, all items are placed again, in a world
  // around the new boxes. Otherwise the leaving items are moved one by one.
  Status update(const Box* boxes, u32& changed) {
    changed = 0;
    if (!collect_escaped(boxes)) return out_of_memory(*this);
    const u32 escaped = static_cast<u32>(escaped_.size());
    const Status status = escaped > items_.size() / kBulkShare ? replace(boxes) : move_some(boxes);
    if (status.ok()) changed = escaped;
    return status;
  }

  void clear() {
    items_.clear();
    tree_.clear();
    shrink_if_large(*this);
  }

  Status insert(const Box& box, const Filter& filter, Id& id) {
    if (!items_.reserve_one(filter) || !make_room(box)) {
      return out_of_memory(*this);
    }
    CellId<kDim> place;
    const bool inside = tree_.rule().place(box, place);
    id = items_.insert(box, filter);
    tree_.link(id, box, inside, place);
    adapt();
    return Status::success();
  }

  Status remove(Id id) {
    tree_.unlink(id);
    items_.remove(id);
    if (!tree_.policy().preallocated()) shrink_if_sparse(*this);  // preallocated levels stay
    return Status::success();
  }

  // Sets `changed` to true if the item moves to another cell.
  Status move(Id id, const Box& box, const Point<kDim>&, bool& changed) {
    CellId<kDim> place;
    const bool inside = tree_.rule().place(box, place);
    changed = !tree_.stays(id, inside, place);
    if (changed && !tree_.reserve_links(1, items_.id_end())) return out_of_memory(*this);
    items_.set_box(id, box);
    if (!changed) {
      tree_.replace_box(id, box);
      return Status::success();
    }
    tree_.unlink(id);
    tree_.link(id, box, inside, place);
    adapt();
    return Status::success();
  }

  Status set_filter(Id id, const Filter& filter) { return items_.change_filter(id, filter); }

  template <class Query, class Visitor>
  Status traverse(const Query& query, Counters auto& counters, Visitor&& visit) const {
    return orthtree::traverse(tree_, query, counters, visit);
  }
  template <class Query, class Visitor>
  Status traverse_ordered(Query& query, Counters auto& counters, Visitor&& visit) const {
    return orthtree::traverse_ordered(tree_, query, counters, visit);
  }

  template <class Visitor>
  Status pairs(QueryCounters& counters, Visitor&& visit) const {
    return overlapping_pairs(tree_, counters, visit);
  }
  template <class Visitor>
  Status pairs_with(const CellIndex& other, QueryCounters& counters, Visitor&& visit) const {
    return overlapping_pairs(tree_, other.tree_, counters, visit);
  }

  IndexStats stats() const {
    IndexStats stats;
    stats.items = items_.size();
    stats.byte_length = static_cast<f64>(byte_length());
    measure(tree_, stats);
    return stats;
  }

  Status dump(NodeDump& dump) const { return orthtree::dump(tree_, items_.size(), dump); }

  void validate(Faults& faults) const { CellValidator<Rule>(tree_, items_, faults).run(); }

  // Writes the items, their world, and the box of set_space(), if any. load() rebuilds the cells.
  void save(ByteWriter& writer) const {
    const bool none = items_.size() == 0;
    const Grid<kDim> grid = none ? Grid<kDim>() : tree_.frame().grid();
    items_.save(writer);
    writer.value(grid.origin());
    writer.value(grid.edge(0));
    writer.value(none ? 0 : tree_.frame().limit());
    if (has_space()) writer.value(space_);
  }
  void load(ByteReader& reader) {
    items_.load(reader);
    space_ = empty_box<kDim>();
    Point<kDim> origin{};
    f32 edge = 0;
    u32 limit = 0;
    reader.value(origin);
    reader.value(edge);
    reader.value(limit);
    if (reader.left() != 0 && reader.value(space_)) reader.require(is_valid(space_));
    if (reader.ok() && items_.size() != 0) load_cells(reader, Grid<kDim>(origin, edge), limit);
    if (reader.ok()) return;
    space_ = empty_box<kDim>();
    clear();
  }

 private:
  static constexpr u32 kBulkShare = 4;     // see update()
  static constexpr u32 kOutsideShare = 8;  // see adapt()

  struct EscapedItem {
    Id id;
    u32 place;  // index of its new box in the argument of update()
  };

  void fill(TreeBuilder<Rule>& builder) {
    builder.fill(tree_, items_);
    ++placements_;
    if (tree_.pool().blocks().sparse()) tree_.shrink(items_.id_end());
  }
  // Replaces the tree by a new tree of all items. If allocation fails, returns false and does not
  // change the tree.
  [[nodiscard]] bool place_all(TreeBuilder<Rule>& builder) {
    if (!builder.reserve(items_.size(), items_.id_end())) return false;
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) {
      builder.add(id, items_.box(id));
    }
    if (!builder.plan(tree_)) return false;
    fill(builder);
    return true;
  }

  void load_cells(ByteReader& reader, const Grid<kDim>& grid, u32 limit) {
    // rejects more levels than save() can have written: the number of items limits the depth, and
    // the items of a saved index were at most id_end()
    const u32 most = depth_limit<kDim>(tree_.policy(), items_.id_end());
    if (!reader.require(grid.exists() && limit <= most)) return;
    TreeBuilder<Rule> builder(grid, tree_.policy(), limit);
    reader.require_memory(place_all(builder));
  }

  bool has_space() const { return !is_empty(space_); }

  template <class EachBox>
  Box world_of(const EachBox& each_box) const {
    return has_space() ? space_ : WorldFinder<kDim>::find(each_box);
  }
  Box world_of(const Box* boxes, u32 count) const {
    return world_of([&](auto&& visit) {
      for (u32 i = 0; i < count; ++i) visit(boxes[i]);
    });
  }

  [[nodiscard]] bool collect_escaped(const Box* boxes) {
    escaped_.clear();
    u32 next = 0;
    for (Id id = items_.first(); id != kNone; id = items_.next(id), ++next) {
      const Box& box = boxes[next];
      if (box == items_.box(id)) continue;
      CellId<kDim> place;
      const bool inside = tree_.rule().place(box, place);
      if (!tree_.stays(id, inside, place) && !escaped_.push_back({id, next})) return false;
    }
    return true;
  }

  Status replace(const Box* boxes) {
    TreeBuilder<Rule> builder(world_of(boxes, items_.size()), tree_.policy(), items_.size());
    if (!builder.reserve(items_.size(), items_.id_end())) return out_of_memory(*this);
    const Box* box = boxes;
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) builder.add(id, *box++);
    if (!builder.plan(tree_)) return out_of_memory(*this);
    box = boxes;
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) items_.set_box(id, *box++);
    fill(builder);
    return Status::success();
  }

  Status move_some(const Box* boxes) {
    if (!tree_.reserve_links(static_cast<u32>(escaped_.size()), items_.id_end())) {
      return out_of_memory(*this);
    }
    // Items that stay in their cells are updated first, because a later split reads the boxes of
    // all items in the cell.
    u32 next = 0;
    const EscapedItem* escaped_item = escaped_.begin();
    for (Id id = items_.first(); id != kNone; id = items_.next(id), ++next) {
      if (escaped_item != escaped_.end() && escaped_item->id == id) {
        ++escaped_item;
        continue;
      }
      const bool same = boxes[next] == items_.box(id);
      items_.set_box(id, boxes[next]);  // also if only the sign of a zero differs
      if (!same) tree_.replace_box(id, boxes[next]);
    }
    for (const EscapedItem& left : escaped_) {
      CellId<kDim> place;
      const bool inside = tree_.rule().place(boxes[left.place], place);
      items_.set_box(left.id, boxes[left.place]);
      tree_.unlink(left.id);
      tree_.link(left.id, boxes[left.place], inside, place);
    }
    adapt();
    return Status::success();
  }

  // Reserves memory to add one more item. Creates a world if the index is empty.
  [[nodiscard]] bool make_room(const Box& box) {
    if (!tree_.empty() && items_.size() != 0) return tree_.reserve_links(1, items_.id_end() + 1);
    const Rule rule(Grid<kDim>::around(has_space() ? space_ : box), tree_.policy(),
                    depth_limit<kDim>(tree_.policy(), 1));
    if (!tree_.reserve(rule, 0, 1, items_.id_end() + 1)) return false;
    tree_.start(rule, items_.id_end());
    ++placements_;
    return true;
  }

  // Creates a new world if the current world is no longer suitable. If allocation fails, the
  // current world stays: queries are slower, with the same results.
  void adapt() {
    const CellPolicy& policy = tree_.policy();
    const u32 count = items_.size();
    const u32 outside = tree_.outsiders();
    const bool left = !has_space() && outside > policy.capacity && outside > count / kOutsideShare;
    const bool shallow =
        policy.preallocated() && tree_.frame().limit() < depth_limit<kDim>(policy, count / 2);
    if (!left && !shallow) return;
    const Box content = world_of([this](auto&& visit) {
      for (Id id = items_.first(); id != kNone; id = items_.next(id)) visit(items_.box(id));
    });
    TreeBuilder<Rule> builder(left ? with_margin(content) : content, policy, count);
    (void)place_all(builder);
  }

  // Returns `content`, extended by half of its extent on the sides where it exceeds the current
  // world.
  Box with_margin(const Box& content) const {
    const Box world = tree_.frame().grid().cell(CellId<kDim>{});
    Box padded = content;
    for (int axis = 0; axis < kDim; ++axis) {
      const f32 room = 0.5f * content.extent(axis);
      if (content.min[axis] < world.min[axis]) padded.min[axis] -= room;
      if (content.max[axis] > world.max[axis]) padded.max[axis] += room;
      if (padded.min[axis] < -kMaxCoordinate) padded.min[axis] = -kMaxCoordinate;
      if (padded.max[axis] > kMaxCoordinate) padded.max[axis] = kMaxCoordinate;
    }
    return padded;
  }

  ItemStore<kDim> items_;
  CellTree<Rule> tree_;
  Box space_ = empty_box<kDim>();  // from set_space(); empty if not set
  Array<EscapedItem> escaped_;     // scratch of update()
  u64 placements_ = 0;
};

}  // namespace sapwood::orthtree
