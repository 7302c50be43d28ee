// Which items leave their fat boxes when all items move at once.
#pragma once

#include "sapwood/structures/bvh/dynamic_tree/fat_box.hpp"
#include "sapwood/structures/bvh/dynamic_tree/tree_view.hpp"

namespace sapwood::dynamic_tree {

// An item that needs a new fat box.
template <int Dim>
struct EscapedItem {
  Id id;
  Aabb<Dim> fat;
};

// One box for each live item, ascending by id; the store still has the old ones. False when the
// memory for the list is not to be had.
template <int Dim>
bool collect_leavers(const TreeView<Dim>& view, const Aabb<Dim>* boxes,
                     const DynamicTreeOptions& options, Array<EscapedItem<Dim>>& escaped) {
  escaped.clear();
  u32 next = 0;
  for (Id id = view.items.first(); id != kNone; id = view.items.next(id)) {
    const Aabb<Dim>& box = boxes[next++];
    const Aabb<Dim>& stored = view.fat(id);
    const auto way = trusted(observed_displacement(view.items.box(id), box), box, stored);
    const Aabb<Dim> fat = fatten(box, way, options);
    const bool fits = still_fits(stored, box, fat, options.margin);
    if (!fits && !escaped.push_back({id, fat})) return false;
  }
  return true;
}

}  // namespace sapwood::dynamic_tree
