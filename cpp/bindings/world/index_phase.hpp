// An index of the module as the broad phase of a world: the world itself is compiled once, whatever
// structures it may stand on.
#pragma once

#include "any_index.hpp"
#include "sapwood/geometry/frustum_query.hpp"
#include "sapwood/geometry/volume_query.hpp"
#include "sapwood/world/world.hpp"

namespace sapwood::bindings {

template <int Dim>
class IndexPhase {
 public:
  using Box = Aabb<Dim>;
  // The k-th structure that worlds of the module may stand on, k from 1 on; null without memory.
  using Maker = AnyIndex* (*)(u32 kind);
  static inline Maker maker = nullptr;

  IndexPhase() = default;
  IndexPhase(const IndexPhase&) = delete;
  IndexPhase& operator=(const IndexPhase&) = delete;
  ~IndexPhase() { delete index_; }

  bool start(u32 kind) {
    index_ = maker(kind);
    return index_ != nullptr;
  }
  u32 size() const { return index_->size(); }
  size_t byte_length() const {
    return index_ == nullptr ? 0 : static_cast<size_t>(index_->byte_length());
  }
  Box* staging(u32 count) { return reinterpret_cast<Box*>(index_->staging(count)); }
  bool build(u32 count) { return done(index_->build(count)); }
  bool update(u32 count) { return done(index_->update(count)); }
  bool insert(const Box& box, const Filter& filter, Id& id) {
    const i32 inserted = index_->insert(untyped(box), filter);
    id = static_cast<Id>(inserted);
    return done(inserted);
  }
  bool move(Id id, const Box& box) { return done(index_->move(id, untyped(box), PointArgument{})); }
  bool remove(Id id) { return done(index_->remove(id)); }
  bool set_filter(Id id, const Filter& filter) { return done(index_->set_filter(id, filter)); }

  bool pairs() { return done(index_->pairs()); }
  bool pairs_with(IndexPhase& other) { return done(index_->pairs_with(*other.index_)); }
  bool query_box(const Box& box, const Filter& filter) {
    return done(index_->query_box(untyped(box), filter));
  }
  bool query_sphere(const Point<Dim>& center, f32 radius, const Filter& filter) {
    return done(index_->query_sphere(untyped(center), radius, filter));
  }
  // The frustum is the one in the scratch buffer.
  bool query_frustum(const Frustum&, const Filter& filter) {
    return done(index_->query_frustum(0, PointArgument{}, kNone, filter));
  }
  // Unlike the others, leaves what it finds to the sink.
  Status find_volume(const VolumeQuery<Dim>& volume, const Filter& filter, IdSink& sink) {
    return index_->find_volume(&volume, filter, sink);
  }
  bool raycast(const Ray<Dim>& ray, const Filter& filter) {
    return done(index_->raycast(untyped(ray), filter));
  }
  bool raycast_all(const Ray<Dim>& ray, const Filter& filter) {
    return done(index_->raycast_all(untyped(ray), filter));
  }
  bool nearest(const Point<Dim>& point, u32 k, f32 max_distance, const Filter& filter) {
    return done(index_->nearest(untyped(point), k, max_distance, filter));
  }
  const Array<Id>& ids() const { return results().ids; }
  QueryCounters counters() const { return index_->counters(); }
  void swap(IndexPhase& other) { std::swap(index_, other.index_); }

 private:
  // Arguments are valid: all that is refused is memory.
  static bool done(i32 answer) { return answer >= 0; }

  AnyIndex* index_ = nullptr;
};

}  // namespace sapwood::bindings
