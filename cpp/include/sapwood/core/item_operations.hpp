// Operations that write boxes and filters of existing items.
//
// `Derived` is the class of the structure. It has a function `bool set_box(Id id, const Aabb<Dim>&
// box)`, which writes the box wherever the structure stores it, even if only the sign of a zero
// differs. The function returns true if the item counts as changed, and does not allocate memory.
#pragma once

#include "sapwood/core/item_store.hpp"

namespace sapwood {

template <class Derived, int Dim>
class ItemOperations {
 public:
  static constexpr int kDim = Dim;
  using Box = Aabb<Dim>;

  const ItemStore<Dim>& items() const { return items_; }

  Status update(const Box* boxes, u32& changed) {
    changed = 0;
    for (Id id = items_.first(); id != kNone; id = items_.next(id)) {
      changed += derived().set_box(id, *boxes++) ? 1 : 0;
    }
    return Status::success();
  }

  Status move(Id id, const Box& box, const Point<Dim>&, bool& changed) {
    changed = derived().set_box(id, box);
    return Status::success();
  }

  Status set_filter(Id id, const Filter& filter) { return items_.change_filter(id, filter); }

 protected:
  ItemStore<Dim> items_;

 private:
  Derived& derived() { return static_cast<Derived&>(*this); }
};

}  // namespace sapwood
