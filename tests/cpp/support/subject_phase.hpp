// Broad phase of a world that uses any structure: kind k is the k-th structure of all_subjects(),
// counted from 1.
#pragma once

#include "sapwood/world/world.hpp"
#include "support/subject.hpp"

namespace sapwood::test {

template <int Dim>
class SubjectPhase {
 public:
  using Box = Aabb<Dim>;

  bool start(u32 kind) {
    subject_ = all_subjects<Dim>()[kind - 1].variants.front().make();
    return true;
  }
  u32 size() const { return subject_->items().size(); }
  size_t byte_length() const { return subject_->byte_length() + staging_.byte_length(); }
  void shrink() {
    subject_->shrink();
    staging_.release();
    ids_.shrink();
  }
  Box* staging(u32 count) { return staging_.resize(count) ? staging_.data() : nullptr; }
  bool build(u32 count) { return subject_->build(staged(count)).ok(); }
  bool update(u32 count) {
    u32 changed = 0;
    return subject_->update(staged(count), changed).ok();
  }
  bool insert(const Box& box, const Filter& filter, Id& id) {
    return subject_->insert(box, filter, id).ok();
  }
  bool move(Id id, const Box& box) {
    bool changed = false;
    return subject_->move(id, box, Point<Dim>{}, changed).ok();
  }
  bool remove(Id id) { return subject_->remove(id).ok(); }
  bool set_filter(Id id, const Filter& filter) { return subject_->set_filter(id, filter).ok(); }

  bool pairs() {
    begin();
    return finish(subject_->pairs(counters_, [this](Id a, Id b) { return add(a) && add(b); }));
  }
  bool pairs_with(SubjectPhase& other) {
    begin();
    const ItemStore<Dim>& items = subject_->items();
    Status status = Status::success();
    for (Id id = items.first(); id != kNone && status.ok(); id = items.next(id)) {
      status = other.subject_->box(items.box(id), items.filter(id), counters_,
                                   [&](Id there) { return add(id) && add(there); });
    }
    return finish(status);
  }
  bool query_box(const Box& box, const Filter& filter) {
    begin();
    return finish(subject_->box(box, filter, counters_, [this](Id id) { return add(id); }));
  }
  bool query_sphere(const Point<Dim>& center, f32 radius, const Filter& filter) {
    begin();
    const auto take = [this](Id id) { return add(id); };
    return finish(subject_->sphere(center, radius, filter, counters_, take));
  }
  bool query_frustum(const Frustum& frustum, const Filter& filter) {
    begin();
    return take_keyed(subject_->frustum(frustum, nullptr, kNone, filter, counters_, keyed_));
  }
  bool raycast(const Ray<Dim>& ray, const Filter& filter) {
    begin();
    KeyedId best{0, kNone};
    const Status status = subject_->raycast(ray, filter, counters_, best);
    if (best.id != kNone) add(best.id);
    return finish(status);
  }
  bool raycast_all(const Ray<Dim>& ray, const Filter& filter) {
    begin();
    return take_keyed(subject_->raycast_all(ray, filter, counters_, keyed_));
  }
  bool nearest(const Point<Dim>& point, u32 k, f32 max_distance, const Filter& filter) {
    begin();
    return take_keyed(subject_->nearest(point, k, max_distance, filter, counters_, keyed_));
  }

  Status find_volume(const VolumeQuery<Dim>& volume, const Filter& filter, sapwood::IdSink& sink) {
    return subject_->volume(volume, filter, counters_, [&](Id id) { return sink.accept(id); });
  }

  const Array<Id>& ids() const { return ids_; }
  QueryCounters counters() const { return counters_; }
  void swap(SubjectPhase& other) {
    subject_.swap(other.subject_);
    staging_.swap(other.staging_);
  }
  const Subject<Dim>& subject() const { return *subject_; }

 private:
  void begin() {
    ids_.clear();
    counters_ = {};
    failed_ = false;
  }
  bool add(Id id) {
    failed_ = !ids_.push_back(id);
    return !failed_;
  }
  bool finish(const Status& status) const { return !failed_ && status.ok(); }
  bool take_keyed(const Status& status) {
    for (const KeyedId& entry : keyed_) {
      if (!add(entry.id)) break;
    }
    return finish(status);
  }
  std::span<const Box> staged(u32 count) const { return {staging_.data(), count}; }

  std::unique_ptr<Subject<Dim>> subject_;
  Array<Box> staging_;
  Array<Id> ids_;
  Array<KeyedId> keyed_;
  QueryCounters counters_;
  bool failed_ = false;
};

template <int Dim>
using SubjectWorld = World<Dim, SubjectPhase<Dim>>;

// Returns the kind of the structure with this id, or 0 for an unknown id.
template <int Dim>
u32 kind_of(std::string_view id) {
  const auto& all = all_subjects<Dim>();
  for (u32 i = 0; i < all.size(); ++i) {
    if (all[i].id == id) return i + 1;
  }
  return 0;
}

}  // namespace sapwood::test
