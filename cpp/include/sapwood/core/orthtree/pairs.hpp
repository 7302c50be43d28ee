// Search for overlapping pairs of items in cells, of one tree or of two trees.
//
// A partner of an item is an item that overlaps it. The outside list and all cells are processed in
// traversal order. For each cell, the search looks for partners of its items in its own list and in
// the later cells: its descendants, its later siblings, and the later siblings of its ancestors.
// One of two cells always comes first, so each pair is found once.
//
// A cell without children searches once for all of its items. The items of another list are tested
// against the union box of these items first; those that overlap it are tested against each item.
// In a cell with children, the items cross the middle planes of the cell. Their union box would be
// as large as the cell, so each item searches alone. Long lists are compared with themselves by a
// sweep, so a high cell with many items takes quadratic time only if the number of pairs is
// quadratic.
#pragma once

#include "sapwood/base/scratch_array.hpp"
#include "sapwood/base/sort.hpp"
#include "sapwood/core/orthtree/cell_tree.hpp"
#include "sapwood/core/orthtree/query.hpp"

namespace sapwood::orthtree {

// Items of one cell that search for partners together, in one traversal.
template <int Dim>
struct Searchers {
  static constexpr u32 kMax = 16;  // in larger lists, each item searches alone

  const ItemBlock<Dim>* blocks[kMax / kLanes + 1];
  u32 block_count = 0;
  u32 items = 0;
};

// Compares the items of one list of a cell with each other.
template <int Dim, class Visitor>
class ListPairs {
 public:
  using Box = Aabb<Dim>;

  ListPairs(const CellPool<Dim>& pool, Visitor& visit) : pool_(pool), visit_(visit) {}

  u64 tests() const { return tests_; }

  bool each_with_each(const Searchers<Dim>& list) {
    for (u32 i = 0; i < list.block_count; ++i) {
      const ItemBlock<Dim>& block = *list.blocks[i];
      const u32 lanes = i == 0 ? (list.items - 1) % kLanes + 1 : kLanes;
      for (u32 lane = 0; lane < lanes; ++lane) {
        const SplatBox<Dim> box(block.boxes.get(lane));
        u32 later = 0xEu << lane & 0xFu;
        for (u32 j = i; j < list.block_count; ++j, later = 0xFu) {
          u32 hits = overlap_bits(box, list.blocks[j]->boxes) & later;
          for (; hits != 0; hits &= hits - 1) {
            if (!visit_(block.ids[lane], list.blocks[j]->ids[std::countr_zero(hits)])) return false;
          }
        }
      }
    }
    tests_ += u64{list.items} * (list.items - 1) / 2;
    return true;
  }

  // Compares the items of a cell by a sweep along the axis on which the list is longest. Returns
  // false if the visitor ended the search. If allocation fails, sets `failed` and returns false.
  bool sweep(const Cell<Dim>& cell, bool& failed) {
    failed = !collect(cell);
    if (failed) return false;
    Box hull = empty_box<Dim>();
    for (const Entry& entry : entries_) hull = unite(hull, entry.box);
    const int axis = longest_axis(hull);
    sort(entries_.begin(), entries_.end(), [axis](const Entry& a, const Entry& b) {
      return a.box.min[axis] != b.box.min[axis] ? a.box.min[axis] < b.box.min[axis] : a.id < b.id;
    });
    for (const Entry* a = entries_.begin(); a != entries_.end(); ++a) {
      for (const Entry* b = a + 1; b != entries_.end(); ++b) {
        if (b->box.min[axis] > a->box.max[axis]) break;
        ++tests_;
        if (overlaps(a->box, b->box) && !visit_(a->id, b->id)) return false;
      }
    }
    return true;
  }

 private:
  struct Entry {
    Box box;
    Id id;
  };

  [[nodiscard]] bool collect(const Cell<Dim>& cell) {
    entries_.clear();
    if (!entries_.reserve(cell.count)) return false;
    u32 lanes = CellPool<Dim>::first_lanes(cell);
    for (u32 at = cell.blocks; at != kNone; at = pool_.block(at).next, lanes = kLanes) {
      const ItemBlock<Dim>& block = pool_.block(at);
      for (u32 lane = 0; lane < lanes; ++lane) {
        entries_.push_unchecked({block.boxes.get(lane), block.ids[lane]});
      }
    }
    return true;
  }

  const CellPool<Dim>& pool_;
  Visitor& visit_;
  ScratchArray<Entry, 256> entries_;
  u64 tests_ = 0;
};

// If the items of a cell search together, calls `all(searchers, hull)` once. Otherwise calls
// `one(id, box)` for each item. Both functions return false to end the search.
template <int Dim, class One, class All>
bool as_searchers(const CellPool<Dim>& pool, const Cell<Dim>& cell, One&& one, All&& all) {
  const bool together = cell.children == 0 && cell.count <= Searchers<Dim>::kMax;
  Searchers<Dim> searchers;
  searchers.items = cell.count;
  Aabb<Dim> hull = empty_box<Dim>();
  u32 lanes = CellPool<Dim>::first_lanes(cell);
  for (u32 at = cell.blocks; at != kNone; at = pool.block(at).next, lanes = kLanes) {
    const ItemBlock<Dim>& block = pool.block(at);
    if (together) searchers.blocks[searchers.block_count++] = &block;
    for (u32 lane = 0; lane < lanes; ++lane) {
      const Aabb<Dim> box = block.boxes.get(lane);
      if (together) {
        hull = unite(hull, box);
      } else if (!one(block.ids[lane], box)) {
        return false;
      }
    }
  }
  return !together || all(searchers, hull);
}

// Searches the cells of a tree for partners of items, which belong to the same tree or to another
// tree. Reports pairs (searching item, partner). The visitor returns false to end the search.
template <class Tree, class Visitor>
class PartnerSearch {
 public:
  static constexpr int kDim = Tree::kDim;
  using Box = Aabb<kDim>;
  using Pool = CellPool<kDim>;

  PartnerSearch(const Tree& partners, Visitor& visit)
      : frame_(partners.frame()), pool_(partners.pool()), visit_(visit) {}

  u64 visits() const { return visits_; }
  u64 tests() const { return tests_; }

  // Searches the cells after `cell` in traversal order. The outside list comes first, before the
  // root.
  template <class Searcher>
  bool search_following(u32 cell, const Box& hull, const Searcher& searcher) {
    const BoxQuery<kDim> reach(hull);
    if (cell == kOutside) return search_root(reach, searcher);
    push_children(pool_[cell], kNoChildren, reach);
    for (u32 at = cell;;) {
      if (!drain(reach, searcher)) return false;
      if (at == kRoot) return true;
      const u32 child = at % kChildren<kDim>;
      at = pool_[at].parent;
      push_children(pool_[at], (2u << child) - 1, reach);
    }
  }

  template <class Searcher>
  bool search_everywhere(const Box& hull, const Searcher& searcher) {
    const BoxQuery<kDim> reach(hull);
    return meet(pool_[kOutside], reach, searcher) && search_root(reach, searcher);
  }

 private:
  static constexpr u32 kNoChildren = 0;

  template <class Searcher>
  bool search_root(const BoxQuery<kDim>& reach, const Searcher& searcher) {
    if (pool_[kRoot].subtree == 0) return true;
    ++visits_;
    if (!reach.may_touch(frame_.bounds(CellId<kDim>{}))) return true;
    open_.push(kRoot);
    return drain(reach, searcher);
  }

  template <class Searcher>
  [[gnu::always_inline]] bool drain(const BoxQuery<kDim>& reach, const Searcher& searcher) {
    while (!open_.empty()) {
      const Cell<kDim>& cell = pool_[open_.pop()];
      if (!meet(cell, reach, searcher)) return false;
      push_children(cell, kNoChildren, reach);
    }
    return true;
  }

  // Pushes the children that contain items and overlap `reach`, except those in the mask `without`.
  [[gnu::always_inline]] void push_children(const Cell<kDim>& cell, u32 without,
                                            const BoxQuery<kDim>& reach) {
    const u32 wanted = cell.children & ~without;
    if (wanted == 0) return;
    visits_ += static_cast<u32>(std::popcount(wanted));
    const ChildBounds<kDim> bounds(frame_, cell.id());
    for (u32 hits = touched(bounds, reach) & wanted; hits != 0;) {
      const u32 child = static_cast<u32>(std::bit_width(hits)) - 1;
      hits ^= 1u << child;
      open_.push(cell.family * kChildren<kDim> + child);
    }
  }

  bool meet(const Cell<kDim>& cell, const BoxQuery<kDim>& reach, Id searcher) {
    tests_ += cell.count;
    for (u32 at = cell.blocks; at != kNone; at = pool_.block(at).next) {
      const ItemBlock<kDim>& block = pool_.block(at);
      for (u32 hits = reach.may_touch4(block.boxes); hits != 0; hits &= hits - 1) {
        if (!visit_(searcher, block.ids[std::countr_zero(hits)])) return false;
      }
    }
    return true;
  }

  [[gnu::always_inline]] bool meet(const Cell<kDim>& cell, const BoxQuery<kDim>& reach,
                                   const Searchers<kDim>& searchers) {
    for (u32 at = cell.blocks; at != kNone; at = pool_.block(at).next) {
      const ItemBlock<kDim>& block = pool_.block(at);
      ++visits_;  // the hull is tested, not the items
      for (u32 hits = reach.may_touch4(block.boxes); hits != 0; hits &= hits - 1) {
        const u32 lane = static_cast<u32>(std::countr_zero(hits));
        if (!meet_all(searchers, block.boxes.get(lane), block.ids[lane])) return false;
      }
    }
    return true;
  }

  [[gnu::always_inline]] bool meet_all(const Searchers<kDim>& searchers, const Box& box,
                                       Id partner) {
    const SplatBox<kDim> splat(box);
    tests_ += searchers.items;
    for (u32 i = 0; i < searchers.block_count; ++i) {
      const ItemBlock<kDim>& block = *searchers.blocks[i];
      for (u32 hits = overlap_bits(splat, block.boxes); hits != 0; hits &= hits - 1) {
        if (!visit_(block.ids[std::countr_zero(hits)], partner)) return false;
      }
    }
    return true;
  }

  const Frame<kDim>& frame_;
  const Pool& pool_;
  Visitor& visit_;
  TraversalStack<u32, kWalkBound<kDim>> open_{kWalkBound<kDim>};
  u64 visits_ = 0;
  u64 tests_ = 0;
};

// Calls look(cell) for the outside list and for all cells that hold items themselves, in traversal
// order. Stops if look() returns false.
template <int Dim, class Look>
bool for_each_list(const CellPool<Dim>& pool, Look&& look) {
  if (pool[kOutside].count != 0 && !look(kOutside)) return false;
  TraversalStack<u32, kWalkBound<Dim>> open(kWalkBound<Dim>);
  if (pool[kRoot].subtree != 0) open.push(kRoot);
  while (!open.empty()) {
    const u32 at = open.pop();
    const Cell<Dim>& cell = pool[at];
    if (cell.count != 0 && !look(at)) return false;
    for (u32 left = cell.children; left != 0;) {
      const u32 child = static_cast<u32>(std::bit_width(left)) - 1;
      left ^= 1u << child;
      open.push(cell.family * kChildren<Dim> + child);
    }
  }
  return true;
}

// Visits all overlapping pairs of a tree. visit(Id, Id) returns false to end the search.
template <class Tree, class Visitor>
Status overlapping_pairs(const Tree& tree, QueryCounters& counters, Visitor&& visit) {
  constexpr int kDim = Tree::kDim;
  if (tree.empty()) return Status::success();
  using Visit = std::remove_reference_t<Visitor>;
  const CellPool<kDim>& pool = tree.pool();
  PartnerSearch<Tree, Visit> search(tree, visit);
  ListPairs<kDim, Visit> list(pool, visit);
  bool failed = false;
  for_each_list(pool, [&](u32 at) {
    const Cell<kDim>& cell = pool[at];
    const bool is_long = cell.count > Searchers<kDim>::kMax || cell.children != 0;
    if (is_long && !list.sweep(cell, failed)) return false;
    return as_searchers(
        pool, cell,
        [&](Id id, const Aabb<kDim>& box) { return search.search_following(at, box, id); },
        [&](const Searchers<kDim>& all, const Aabb<kDim>& hull) {
          return list.each_with_each(all) && search.search_following(at, hull, all);
        });
  });
  counters.node_visits += search.visits();
  counters.item_tests += search.tests() + list.tests();
  return failed ? Status::out_of_memory() : Status::success();
}

// Visits all overlapping pairs of an item in `here` and an item in `there`. The items of `here`
// search for partners in `there`.
template <class Tree, class Visitor>
Status overlapping_pairs(const Tree& here, const Tree& there, QueryCounters& counters,
                         Visitor&& visit) {
  constexpr int kDim = Tree::kDim;
  if (here.empty() || there.empty()) return Status::success();
  const CellPool<kDim>& pool = here.pool();
  PartnerSearch<Tree, std::remove_reference_t<Visitor>> search(there, visit);
  for_each_list(pool, [&](u32 at) {
    return as_searchers(
        pool, pool[at],
        [&](Id id, const Aabb<kDim>& box) { return search.search_everywhere(box, id); },
        [&](const Searchers<kDim>& all, const Aabb<kDim>& hull) {
          return search.search_everywhere(hull, all);
        });
  });
  counters.node_visits += search.visits();
  counters.item_tests += search.tests();
  return Status::success();
}

}  // namespace sapwood::orthtree
