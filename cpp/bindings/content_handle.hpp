// The content verbs of a handle: a structure, its staging memory and its counters.
//
// A handle is four layers over one structure: content (here), queries, tuning, inspection;
// Handle<S> of handle.hpp is the last one. Every argument is checked in these layers, so that
// nothing from JavaScript reaches undefined behaviour in the core; verbs that a structure lacks
// answer kUnsupported.
#pragma once

#include "any_index.hpp"
#include "sapwood/core/queries.hpp"
#include "sapwood/structures.hpp"

namespace sapwood::bindings {

template <class S>
class ContentHandle : public AnyIndex {
 public:
  static constexpr int kDim = S::kDim;
  using Box = Aabb<kDim>;

  explicit ContentHandle(const typename S::Options& options) : index_(options) {}

  const char* structure() const override { return S::kId; }
  int dimensions() const override { return kDim; }
  u32 size() const override { return index_.items().size(); }
  bool has(Id id) const override { return index_.items().has(id); }
  f64 byte_length() const override {
    return static_cast<f64>(sizeof(Self) + index_.byte_length() + staging_.byte_length());
  }
  const QueryCounters& counters() const override { return counters_; }

  f32* staging(u32 count) override {
    if (count > kMostItems || !staging_.resize(size_t{count} * 2 * kDim)) return nullptr;
    return staging_.data();
  }
  void release_staging() override { staging_.release(); }

  i32 build(u32 count) override {
    start();
    if (Status status = check_staged(count); !status.ok()) return answer(status);
    return answer(index_.build(staged(), count));
  }

  i32 update(u32 count) override {
    start();
    if (count != size()) return answer(Status::invalid_argument());
    if (Status status = check_staged(count); !status.ok()) return answer(status);
    u32 changed = 0;
    const Status status = index_.update(staged(), changed);
    return status.ok() ? static_cast<i32>(changed) : answer(status);
  }

  void clear() override {
    start();
    index_.clear();
  }

  i32 insert(const BoxArgument& box, const Filter& filter) override {
    start();
    if constexpr (Dynamic<S>) {
      if (size() >= kMostItems) return answer(Status::out_of_memory());
      const Box typed = typed_box(box);
      if (!is_valid(typed)) return answer(Status::invalid_box(0));
      Id id = kNone;
      const Status status = index_.insert(typed, filter, id);
      return status.ok() ? static_cast<i32>(id) : answer(status);
    } else {
      return answer(Status::unsupported());
    }
  }

  i32 insert_many(u32 count) override {
    start();
    if constexpr (Dynamic<S>) {
      if (count > kMostItems - size()) return answer(Status::out_of_memory());
      const auto* boxes = scratch<Box>(count);
      if (boxes == nullptr) return answer(Status::invalid_argument());
      Status status = ItemStore<kDim>::check(boxes, count);
      if (status.ok() && !results().ids.reserve(count)) status = Status::out_of_memory();
      for (u32 i = 0; i < count && status.ok(); ++i) {
        Id id = kNone;
        status = index_.insert(boxes[i], Filter{}, id);
        if (status.ok()) results().ids.push_unchecked(id);
      }
      if (status.ok()) return static_cast<i32>(count);
      for (const Id id : results().ids) (void)index_.remove(id);
      return answer(status);
    } else {
      return answer(Status::unsupported());
    }
  }

  i32 move(Id id, const BoxArgument& box, const PointArgument& displacement) override {
    start();
    if constexpr (Dynamic<S>) {
      if (!has(id)) return answer(Status::invalid_id(0));
      const Box typed = typed_box(box);
      if (!is_valid(typed)) return answer(Status::invalid_box(0));
      const auto by = typed_point(displacement);
      if (!is_valid(by)) return answer(Status::invalid_argument(0));
      bool changed = false;
      const Status status = index_.move(id, typed, by, changed);
      return status.ok() ? static_cast<i32>(changed) : answer(status);
    } else {
      return answer(Status::unsupported());
    }
  }

  // Ids, then boxes, in the scratch buffer. Everything is checked before the first move; a move
  // of a live item needs no memory, so all of them happen.
  i32 move_many(u32 count) override {
    start();
    if constexpr (Dynamic<S>) {
      if (count > kMostItems) return answer(Status::invalid_argument());
      const size_t ids_bytes = size_t{count} * sizeof(u32);
      if (results().scratch.size() < ids_bytes + size_t{count} * sizeof(Box)) {
        return answer(Status::invalid_argument());
      }
      const auto* ids = reinterpret_cast<const u32*>(results().scratch.data());
      const auto* boxes = reinterpret_cast<const Box*>(results().scratch.data() + ids_bytes);
      for (u32 i = 0; i < count; ++i) {
        if (!has(ids[i])) return answer(Status::invalid_id(i));
      }
      Status status = ItemStore<kDim>::check(boxes, count);
      i32 moved = 0;
      for (u32 i = 0; i < count && status.ok(); ++i) {
        bool changed = false;
        status = index_.move(ids[i], boxes[i], Point<kDim>{}, changed);
        moved += changed;
      }
      return status.ok() ? moved : answer(status);
    } else {
      return answer(Status::unsupported());
    }
  }

  i32 remove(Id id) override {
    start();
    if constexpr (Dynamic<S>) {
      if (!has(id)) return answer(Status::invalid_id(0));
      return answer(index_.remove(id));
    } else {
      return answer(Status::unsupported());
    }
  }

  i32 set_filter(Id id, const Filter& filter) override {
    start();
    if constexpr (Dynamic<S>) {
      if (!has(id)) return answer(Status::invalid_id(0));
      return answer(index_.set_filter(id, filter));
    } else {
      return answer(Status::unsupported());
    }
  }

 protected:
  using Self = ContentHandle;

  // Begins a verb: fresh counters, empty results.
  void start() {
    counters_ = {};
    results().clear();
  }
  // Ends a verb that fills the shared buffers.
  i32 finish(const Status& status, size_t count) {
    results().publish();
    return status.ok() ? static_cast<i32>(count) : answer(status);
  }

  static Box typed_box(const BoxArgument& box) {
    Box typed;
    for (int axis = 0; axis < kDim; ++axis) {
      typed.min[axis] = box.v[axis];
      typed.max[axis] = box.v[kDim + axis];
    }
    return typed;
  }
  static Point<kDim> typed_point(const PointArgument& point) {
    Point<kDim> typed;
    for (int axis = 0; axis < kDim; ++axis) typed[axis] = point.v[axis];
    return typed;
  }
  // `count` values of T at the start of the scratch buffer, or null when it is shorter.
  template <class T>
  static const T* scratch(u32 count) {
    const Array<u8>& bytes = results().scratch;
    if (bytes.size() / sizeof(T) < count) return nullptr;
    return reinterpret_cast<const T*>(bytes.data());
  }

  // `count` boxes from staging memory, checked; else what is wrong with them.
  Status check_staged(u32 count) const {
    if (size_t{count} * 2 * kDim > staging_.size()) return Status::invalid_argument();
    return ItemStore<kDim>::check(staged(), count);
  }
  const Box* staged() const { return reinterpret_cast<const Box*>(staging_.data()); }

  S index_;
  QueryCounters counters_;

 private:
  Array<f32> staging_;
};

}  // namespace sapwood::bindings
