// The verbs that change an index which puts off all work: items are written at once, the rest is
// made from scratch by the next verb that reads.
//
// Derived (a structure of that dimension) has `Status settle_items()`, which makes everything anew
// from the items and on failure leaves something that must not be read, and `void forget()`, which
// gives up what it has made.
#pragma once

#include "sapwood/core/item_verbs.hpp"

namespace sapwood {

template <class Derived, int Dim>
class DeferredIndex : public ItemVerbs<DeferredIndex<Derived, Dim>, Dim> {
 public:
  using Box = Aabb<Dim>;

  Status build(const Box* boxes, u32 count) {
    if (!items_.reserve(count)) return Status::out_of_memory();
    items_.assign(boxes, count);
    outdate();
    return Status::success();
  }

  void clear() {
    items_.clear();
    outdate();
  }

  Status insert(const Box& box, const Filter& filter, Id& id) {
    if (!items_.reserve_one(filter)) {
      return Status::out_of_memory();
    }
    id = items_.insert(box, filter);
    outdate();
    return Status::success();
  }

  Status remove(Id id) {
    items_.remove(id);
    outdate();
    return Status::success();
  }

  // Out of memory is possible here and loses nothing: the next call tries again.
  Status settle() {
    if (settled_ || items_.size() == 0) return Status::success();
    const Status status = static_cast<Derived*>(this)->settle_items();
    settled_ = status.ok();
    if (!settled_) outdate();
    return status;
  }

 protected:
  // Whether what was made is that of the items; true of an empty index.
  bool settled() const { return settled_ || items_.size() == 0; }

  void outdate() {
    settled_ = false;
    static_cast<Derived*>(this)->forget();
  }

  using ItemVerbs<DeferredIndex, Dim>::items_;

 private:
  friend class ItemVerbs<DeferredIndex, Dim>;

  // True when the box is another one now.
  bool set_box(Id id, const Box& box) {
    if (items_.box(id) == box) {
      items_.set_box(id, box);  // zeros of another sign
      return false;
    }
    items_.set_box(id, box);
    outdate();
    return true;
  }

  bool settled_ = false;
};

}  // namespace sapwood
