// Implements Subject for a structure. This header instantiates every operation, so only
// subjects_*.cpp include it.
#pragma once

#include <optional>

#include "sapwood/core/pair_changes.hpp"
#include "support/subject.hpp"

namespace sapwood::test {

template <class S>
class SubjectOf final : public Subject<S::kDim> {
 public:
  static constexpr int kDim = S::kDim;
  using Box = Aabb<kDim>;
  static_assert(SpatialStructure<S> && Pairable<S> && Inspectable<S> && Serializable<S>);
  static_assert(Traversable<S, BoxQuery<kDim>> && TraversableOrdered<S, DistanceQuery<kDim>>);
  static_assert(Traversable<S, RayQuery<kDim>> && TraversableOrdered<S, RayQuery<kDim>>);
  static_assert(kDim == 2 || Traversable<S, FrustumQuery>);

  explicit SubjectOf(const typename S::Options& options) { slots_[0].emplace(options); }

  Abilities abilities() const override {
    return {Dynamic<S>,         Optimizable<S>, PairableWith<S>, Refitting<S>,  Progressive<S>,
            BackgroundBuilt<S>, Shiftable<S>,   Mergeable<S>,    TreeShaped<S>, keeps_cells()};
  }
  const ItemStore<kDim>& items() const override { return index().items(); }
  size_t byte_length() const override { return index().byte_length(); }

  Status build(std::span<const Box> boxes) override {
    return index().build(boxes.data(), static_cast<u32>(boxes.size()));
  }
  Status update(std::span<const Box> boxes, u32& changed) override {
    return index().update(boxes.data(), changed);
  }
  void clear() override { index().clear(); }
  void shrink() override {
    sapwood::shrink(index());
    pair_changes_.shrink();
  }

  Status insert(const Box& box, const Filter& filter, Id& id) override {
    if constexpr (Dynamic<S>) return index().insert(box, filter, id);
    return Status::unsupported();
  }
  Status remove(Id id) override {
    if constexpr (Dynamic<S>) return index().remove(id);
    return Status::unsupported();
  }
  Status move(Id id, const Box& box, const Point<kDim>& by, bool& changed) override {
    if constexpr (Dynamic<S>) return index().move(id, box, by, changed);
    return Status::unsupported();
  }
  Status set_filter(Id id, const Filter& filter) override {
    if constexpr (Dynamic<S>) return index().set_filter(id, filter);
    return Status::unsupported();
  }
  Status optimize(u32 budget, u32& spent) override {
    if constexpr (Optimizable<S>) return index().optimize(budget, spent);
    return Status::unsupported();
  }
  Status rebuild() override {
    if constexpr (Optimizable<S>) return index().rebuild();
    return Status::unsupported();
  }

  Status box(const Box& box, const Filter& filter, QueryCounters& counters,
             const IdSink& sink) override {
    return query(index(), BoxQuery<kDim>(box), filter, counters, sink);
  }
  Status point(const Point<kDim>& point, const Filter& filter, QueryCounters& counters,
               const IdSink& sink) override {
    return query(index(), BoxQuery<kDim>::at(point), filter, counters, sink);
  }
  Status sphere(const Point<kDim>& center, f32 radius, const Filter& filter,
                QueryCounters& counters, const IdSink& sink) override {
    return query(index(), DistanceQuery<kDim>(center, radius), filter, counters, sink);
  }
  Status raycast(const Ray<kDim>& ray, const Filter& filter, QueryCounters& counters,
                 KeyedId& best) override {
    return sapwood::raycast(index(), ray, filter, counters, best);
  }
  Status raycast_all(const Ray<kDim>& ray, const Filter& filter, QueryCounters& counters,
                     Array<KeyedId>& hits) override {
    return sapwood::raycast_all(index(), ray, filter, counters, hits);
  }
  Status nearest(const Point<kDim>& point, u32 k, f32 max_distance, const Filter& filter,
                 QueryCounters& counters, Array<KeyedId>& found) override {
    return sapwood::nearest(index(), point, k, max_distance, filter, counters, found);
  }
  Status frustum(const Frustum& frustum, const Point<3>* eye, u32 limit, const Filter& filter,
                 QueryCounters& counters, Array<KeyedId>& found) override {
    if constexpr (kDim == 3) {
      FrustumSearch search{frustum};
      search.limit = limit;
      if (eye != nullptr) {
        search.order = FrustumOrder::kFrontToBack;
        search.eye = *eye;
      }
      return query_frustum(index(), search, filter, counters, found);
    }
    return Status::unsupported();
  }
  Status volume(const VolumeQuery<kDim>& volume, const Filter& filter, QueryCounters& counters,
                const IdSink& sink) override {
    return query(index(), volume, filter, counters, sink);
  }
  Status pairs(QueryCounters& counters, const PairSink& sink) override {
    return sapwood::pairs(index(), counters, sink);
  }
  Status pairs_with(Subject<kDim>& other, QueryCounters& counters, const PairSink& sink) override {
    if constexpr (PairableWith<S>) {
      return sapwood::pairs_with(index(), static_cast<SubjectOf&>(other).index(), counters, sink);
    }
    return Status::unsupported();
  }

  Status refit(u32& visited) override {
    if constexpr (Refitting<S>) return index().refit(visited);
    return Status::unsupported();
  }
  Status begin_build(std::span<const Box> boxes) override {
    if constexpr (Progressive<S>) {
      return index().begin_build(boxes.data(), static_cast<u32>(boxes.size()));
    }
    return Status::unsupported();
  }
  Status step_build(u32 limit, u32& work, bool& done) override {
    if constexpr (Progressive<S>) return index().step_build(limit, work, done);
    return Status::unsupported();
  }
  bool building() const override {
    if constexpr (Progressive<S>) return index().building();
    return false;
  }
  Status step(u32 budget, u32& work) override {
    if constexpr (BackgroundBuilt<S>) return index().step(budget, work);
    return Status::unsupported();
  }
  Status commit(bool& swapped) override {
    if constexpr (BackgroundBuilt<S>) return index().commit(swapped);
    return Status::unsupported();
  }
  u32 state() const override {
    if constexpr (BackgroundBuilt<S>) return static_cast<u32>(index().state());
    return 0;
  }
  Status shift_origin(const Point<kDim>& by) override {
    if constexpr (Shiftable<S>) return index().shift_origin(by);
    return Status::unsupported();
  }
  Status merge(Subject<kDim>& other, Array<Id>& ids) override {
    if constexpr (Mergeable<S>) {
      S& there = static_cast<SubjectOf&>(other).index();
      if (Status status = sapwood::flush(there); !status.ok()) return status;
      return index().merge(there, ids);
    }
    return Status::unsupported();
  }
  Status update_pairs(std::vector<IdPair>& begins, std::vector<IdPair>& ends) override {
    if constexpr (PairTracking<S>) {
      Array<IdPair> begun, ended;
      const Status status = index().update_pairs(begun, ended);
      begins.assign(begun.begin(), begun.end());
      ends.assign(ended.begin(), ended.end());
      return status;
    } else {
      const Status status = pair_changes_.update(index());
      begins.assign(pair_changes_.begins().begin(), pair_changes_.begins().end());
      ends.assign(pair_changes_.ends().begin(), pair_changes_.ends().end());
      return status;
    }
  }
  Status flush() override { return sapwood::flush(index()); }
  Status flush_for(u32 queries) override { return sapwood::flush_for(index(), queries); }

  IndexStats stats() const override { return index().stats(); }
  Status dump(NodeDump& dump) const override { return index().dump(dump); }
  std::vector<std::string> validate() const override {
    Faults faults;
    index().validate(faults);
    return faults.lines();
  }
  Status save(Array<u8>& bytes) const override {
    ByteWriter writer(bytes);
    index().save(writer);
    return writer.finish();
  }
  Status load(std::span<const u8> bytes) override {
    std::optional<S>& fresh = slots_[1 - current_];
    fresh.emplace(index().options());
    ByteReader reader(bytes.data(), bytes.size());
    if (reader.ok()) fresh->load(reader);
    reader.finish();
    if (reader.ok()) {
      current_ = 1 - current_;
      pair_changes_ = {};
    }
    slots_[1 - current_].reset();
    return reader.status();
  }

 private:
  bool keeps_cells() const {
    if constexpr (requires { index().tree().policy().preallocated(); }) {
      return index().tree().policy().preallocated();
    }
    return false;
  }

  S& index() { return *slots_[current_]; }
  const S& index() const { return *slots_[current_]; }

  // load() fills the unused slot, so that a failure does not change the index.
  std::optional<S> slots_[2];
  PairChanges<kDim> pair_changes_;
  int current_ = 0;
};

}  // namespace sapwood::test
