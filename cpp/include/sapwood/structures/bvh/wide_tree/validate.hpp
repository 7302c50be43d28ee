// Every invariant of a wide tree and its pending items. Links are trusted to be in range: they are
// derived from the shape, also by load().
#pragma once

#include "sapwood/core/item_packets.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/core/validation.hpp"
#include "sapwood/structures/bvh/wide_tree/contents.hpp"
#include "sapwood/structures/bvh/wide_tree/item_locations.hpp"

namespace sapwood::wide_tree {

template <int Dim>
class Validator {
 public:
  Validator(const Contents<Dim>& all, const ItemStore<Dim>& items, Faults& faults)
      : tree_(all.tree), pending_(all.pending), items_(items), faults_(faults) {}

  // Boxes of nodes may be behind the items until the tree is settled.
  void run(const ItemLocations& places, bool settled) {
    if (!seen_.resize(items_.id_end(), 0)) {
      faults_.add("no memory to validate items:", items_.size());
      return;
    }
    check_slots(places);
    check_pending(places);
    faults_.require(found_ == items_.size(), "neither in the tree nor waiting are items; found",
                    found_);
    for (u32 at = 0; at < tree_.node_count(); ++at) {
      check_link(at);
      if (settled) check_boxes(at);
    }
  }

 private:
  void check_slots(const ItemLocations& places) {
    u32 live = 0;
    bool gapless = true;
    for (u32 slot = 0; slot < tree_.slot_count(); ++slot) {
      const Id id = tree_.id(slot);
      if (id == kNone) {
        faults_.require(tree_.box(slot) == empty_box<Dim>(), "a vacant slot is not empty:", slot);
        continue;
      }
      gapless = gapless && slot == live;
      ++live;
      check_item(id, tree_.box(slot), places, slot);
    }
    faults_.require(live == tree_.live(), "the tree counts its items wrongly; they are", live);
    faults_.require(gapless || !tree_.gapless(), "the tree has gaps; its items are", live);
  }

  void check_pending(const ItemLocations& places) {
    for (u32 slot = 0; slot < pending_.size(); ++slot) {
      check_item(pending_.id(slot), pending_.box(slot), places, ItemLocations::pending_place(slot));
    }
  }

  void check_item(Id id, const Aabb<Dim>& box, const ItemLocations& places, u32 place) {
    const bool known = id < items_.id_end() && items_.has(id);
    if (!faults_.require(known, "a slot holds an id that is gone:", id)) return;
    faults_.require(seen_[id]++ == 0, "an item is in two places:", id);
    faults_.require(box == items_.box(id), "a slot has another box than id", id);
    faults_.require(!places.known() || places.of(id) == place, "place is wrong of id", id);
    ++found_;
  }

  void check_link(u32 at) {
    const Link& link = tree_.link(at);
    faults_.require(link.depth <= kMaxHeight, "too deep is node", at);
    u32 next = link.below.begin + link.leaves;
    for (u32 lane = link.leaves; lane < link.lanes(); ++lane) {
      const Link& child = tree_.link(link.child(lane));
      faults_.require(link.child(lane) > at && child.depth == link.depth + 1,
                      "children are not one level below node", at);
      faults_.require(child.below.begin == next, "leaves below are not one range in node", at);
      next = child.below.end;
    }
    faults_.require(next == link.below.end, "leaves below are miscounted in node", at);
  }

  void check_boxes(u32 at) {
    const Link& link = tree_.link(at);
    for (u32 lane = 0; lane < kLanes; ++lane) {
      Aabb<Dim> wanted = empty_box<Dim>();
      if (lane < link.lanes()) {
        wanted = united(link.is_leaf(lane) ? tree_.leaf(link.leaf(lane))
                                           : tree_.boxes(link.child(lane)));
      }
      faults_.require(tree_.boxes(at).get(lane) == wanted,
                      "the box of a lane is not the exact union of what is below in node", at);
    }
  }

  const Tree<Dim>& tree_;
  const PendingList<Dim>& pending_;
  const ItemStore<Dim>& items_;
  Faults& faults_;
  Array<u8> seen_;  // by id
  u32 found_ = 0;
};

}  // namespace sapwood::wide_tree
