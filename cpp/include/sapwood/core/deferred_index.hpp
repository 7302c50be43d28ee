// Base of an index that defers all work. Changes write the items immediately. flush(), which every
// query calls first, rebuilds the rest of the index from the items.
//
// `Derived` is the class of the index. It defines:
// - bool flush_items(): rebuilds everything from the items. If allocation fails, it returns false,
//   and the structure must not be read.
// - void discard(): discards the results of flush_items().
// - void shrink(): see shrink.hpp.
#pragma once

#include "sapwood/core/item_operations.hpp"
#include "sapwood/core/shrink.hpp"

namespace sapwood {

template <class Derived, int Dim>
class DeferredIndex : public ItemOperations<DeferredIndex<Derived, Dim>, Dim> {
 public:
  using Box = Aabb<Dim>;

  Status build(const Box* boxes, u32 count) {
    if (!items_.reserve(count)) return out_of_memory(derived());
    items_.assign(boxes, count);
    invalidate();
    shrink_if_sparse(derived());
    return Status::success();
  }

  void clear() {
    items_.clear();
    invalidate();
    shrink_if_large(derived());
  }

  Status insert(const Box& box, const Filter& filter, Id& id) {
    if (!items_.reserve_one(filter)) {
      return out_of_memory(derived());
    }
    id = items_.insert(box, filter);
    invalidate();
    return Status::success();
  }

  Status remove(Id id) {
    items_.remove(id);
    invalidate();
    shrink_if_sparse(derived());
    return Status::success();
  }

  // Rebuilds the index if it is outdated. If allocation fails, no item is lost, and the next call
  // tries again.
  Status flush() {
    if (flushed_ || items_.size() == 0) return Status::success();
    flushed_ = derived().flush_items();
    if (flushed_) return Status::success();
    invalidate();
    return out_of_memory(derived());
  }

 protected:
  // Returns true if the index matches the items.
  bool flushed() const { return flushed_ || items_.size() == 0; }

  void invalidate() {
    flushed_ = false;
    derived().discard();
  }

  using ItemOperations<DeferredIndex, Dim>::items_;

 private:
  friend class ItemOperations<DeferredIndex, Dim>;

  Derived& derived() { return static_cast<Derived&>(*this); }

  // Returns true if the box changed.
  bool set_box(Id id, const Box& box) {
    if (items_.box(id) == box) {
      items_.set_box(id, box);  // the sign of a zero may differ
      return false;
    }
    items_.set_box(id, box);
    invalidate();
    return true;
  }

  bool flushed_ = false;
};

}  // namespace sapwood
