// Operations that change an index which defers all work. Items are written immediately; the next
// operation that reads rebuilds the rest.
//
// Derived, a structure of that dimension, has three functions. `bool settle_items()` rebuilds
// everything from the items. If allocation fails, it returns false and the structure must not be
// read. `void forget()` discards what was built. `void shrink()`: see shrink.hpp.
#pragma once

#include "sapwood/core/item_verbs.hpp"
#include "sapwood/core/shrink.hpp"

namespace sapwood {

template <class Derived, int Dim>
class DeferredIndex : public ItemVerbs<DeferredIndex<Derived, Dim>, Dim> {
 public:
  using Box = Aabb<Dim>;

  Status build(const Box* boxes, u32 count) {
    if (!items_.reserve(count)) return out_of_memory(derived());
    items_.assign(boxes, count);
    outdate();
    shrink_if_sparse(derived());
    return Status::success();
  }

  void clear() {
    items_.clear();
    outdate();
    shrink_if_large(derived());
  }

  Status insert(const Box& box, const Filter& filter, Id& id) {
    if (!items_.reserve_one(filter)) {
      return out_of_memory(derived());
    }
    id = items_.insert(box, filter);
    outdate();
    return Status::success();
  }

  Status remove(Id id) {
    items_.remove(id);
    outdate();
    shrink_if_sparse(derived());
    return Status::success();
  }

  // Rebuilds if necessary. After an allocation failure no item is lost, and the next call tries
  // again.
  Status settle() {
    if (settled_ || items_.size() == 0) return Status::success();
    settled_ = derived().settle_items();
    if (settled_) return Status::success();
    outdate();
    return out_of_memory(derived());
  }

 protected:
  bool settled() const { return settled_ || items_.size() == 0; }

  void outdate() {
    settled_ = false;
    derived().forget();
  }

  using ItemVerbs<DeferredIndex, Dim>::items_;

 private:
  friend class ItemVerbs<DeferredIndex, Dim>;

  Derived& derived() { return static_cast<Derived&>(*this); }

  bool set_box(Id id, const Box& box) {
    if (items_.box(id) == box) {
      items_.set_box(id, box);  // the sign of a zero may differ
      return false;
    }
    items_.set_box(id, box);
    outdate();
    return true;
  }

  bool settled_ = false;
};

}  // namespace sapwood
