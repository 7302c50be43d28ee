// Trials of one structure, which call the functions that the bindings call. This header
// instantiates every function, so only structures_2d.cpp and structures_3d.cpp include it.
#pragma once

#include "contender.hpp"
#include "sapwood/core/batches.hpp"

namespace sapwood::bench {

// Casts flat numbers to the arrays that batch functions of the library accept.
template <class T>
const T* as_array_of(const std::vector<float>& numbers) {
  static_assert(std::is_trivially_copyable_v<T> && alignof(T) == alignof(float));
  return reinterpret_cast<const T*>(numbers.data());
}

// Ends the program if a call failed. The data is valid, so the only possible error is that memory
// ran out.
inline void require(const Status& status) {
  if (!status.ok()) std::abort();
}

template <class S>
void write_pairs(S& index, Results& out) {
  QueryCounters counters;
  PairSink sink{out.ids};
  require(pairs(index, counters, sink));
  if (sink.failed) std::abort();
}

template <class S>
class StructureTrial : public Trial {
 public:
  StructureTrial(const typename S::Options& options, const Workload& work)
      : work_(work), index_(options) {}

 protected:
  void build(const std::vector<float>& boxes) {
    require(index_.build(as_array_of<Aabb<S::kDim>>(boxes), work_.count()));
  }

  const Workload& work_;
  S index_;
};

template <class S>
class PairsTrial final : public Trial {
 public:
  PairsTrial(const typename S::Options& options, const Workload& work)
      : options_(options), work_(work) {}

  void run(u32, Results& out) override {
    S index(options_);
    const std::vector<float>& boxes = work_.scene.boxes;
    require(index.build(as_array_of<Aabb<S::kDim>>(boxes), work_.count()));
    write_pairs(index, out);
  }

 private:
  typename S::Options options_;
  const Workload& work_;
};

template <class S>
class BuildTrial final : public StructureTrial<S> {
 public:
  using StructureTrial<S>::StructureTrial;

  // flush() completes postponed work, which is part of the build
  void run(u32, Results&) override {
    this->build(this->work_.scene.boxes);
    require(flush(this->index_));
  }
  void confirm(Results& out) override { write_pairs(this->index_, out); }
};

template <class S, bool kThenPairs>
class MotionTrial final : public StructureTrial<S> {
 public:
  MotionTrial(const typename S::Options& options, const Workload& work)
      : StructureTrial<S>(options, work) {
    this->build(work.scene.boxes);
    require(flush(this->index_));
  }

  void run(u32 call, Results& out) override {
    u32 changed = 0;
    const auto* boxes = as_array_of<Aabb<S::kDim>>(this->work_.frame(call));
    require(this->index_.update(boxes, changed));
    if constexpr (kThenPairs) {
      write_pairs(this->index_, out);
    } else {
      require(flush(this->index_));
    }
  }
  void confirm(Results& out) override {
    if constexpr (!kThenPairs) write_pairs(this->index_, out);
  }
};

template <class S>
class BoxesTrial final : public StructureTrial<S> {
 public:
  BoxesTrial(const typename S::Options& options, const Workload& work, const test::Queries& queries)
      : StructureTrial<S>(options, work), queries_(queries) {
    this->build(work.scene.boxes);
    require(flush(this->index_));
  }

  void run(u32, Results& out) override {
    const auto* boxes = as_array_of<Aabb<S::kDim>>(queries_.values);
    QueryCounters counters;
    require(query_boxes(this->index_, boxes, kQueries, memory_, out.ids, out.offsets, counters));
  }

 private:
  const test::Queries& queries_;
  BatchMemory memory_;
};

template <class S>
class RaysTrial final : public StructureTrial<S> {
 public:
  RaysTrial(const typename S::Options& options, const Workload& work)
      : StructureTrial<S>(options, work) {
    this->build(work.scene.boxes);
    require(flush(this->index_));
  }

  void run(u32, Results& out) override {
    const auto* rays = as_array_of<Ray<S::kDim>>(this->work_.rays.values);
    QueryCounters counters;
    require(raycasts(this->index_, rays, kQueries, memory_, out.ids, out.distances, counters));
  }

 private:
  BatchMemory memory_;
};

template <class S>
class NearestTrial final : public StructureTrial<S> {
 public:
  NearestTrial(const typename S::Options& options, const Workload& work,
               const std::vector<float>& boxes)
      : StructureTrial<S>(options, work) {
    this->build(boxes);
    require(flush(this->index_));
  }

  void run(u32, Results& out) override {
    const auto* points = as_array_of<Point<S::kDim>>(this->work_.nearest_points.values);
    QueryCounters counters;
    require(nearest_many(this->index_, points, kQueries, kNeighbors, memory_, out.ids,
                         out.distances, counters));
  }

 private:
  BatchMemory memory_;
};

template <class S>
std::unique_ptr<Trial> structure_trial(const typename S::Options& options, const Workload& work,
                                       Phase phase) {
  switch (phase) {
    case Phase::kPairs:
      return std::make_unique<PairsTrial<S>>(options, work);
    case Phase::kBuild:
      return std::make_unique<BuildTrial<S>>(options, work);
    case Phase::kRefit:
      if constexpr (RefitsOnUpdate<S>)
        return std::make_unique<MotionTrial<S, false>>(options, work);
      return nullptr;
    case Phase::kFrame:
      return std::make_unique<MotionTrial<S, true>>(options, work);
    case Phase::kSmallBoxes:
    case Phase::kLargeBoxes:
      return std::make_unique<BoxesTrial<S>>(options, work, queries_of(work, phase));
    case Phase::kRays:
      return std::make_unique<RaysTrial<S>>(options, work);
    case Phase::kNearestBoxes:
      return std::make_unique<NearestTrial<S>>(options, work, work.scene.boxes);
    case Phase::kNearestPoints:
      return std::make_unique<NearestTrial<S>>(options, work, work.centers);
  }
  return nullptr;
}

}  // namespace sapwood::bench
