// Recording of the steps of a traversal in order: tested, entered and skipped nodes, and compared
// items.
#pragma once

#include "sapwood/base/array.hpp"
#include "sapwood/core/trace.hpp"
#include "sapwood/core/visitors.hpp"

namespace sapwood {

struct RecordedStep {
  NodeKey key;  // key of the node, or id of a candidate
  u32 amount;   // number of items
  Step step;
};

class Recorder {
 public:
  static constexpr bool kEnabled = true;

  void step(Step step, NodeKey key, u64 amount = 0) {
    if (step == Step::kCandidate) return add({key, 0, step});
    if (step == Step::kCompared && !holds_items_) return;
    if (key < kCommonRoot) key = key_of_part(part_, key);
    if (continues(step, key)) {
      steps_[last_].amount += static_cast<u32>(amount);
    } else {
      last_ = steps_.size();
      add({key, static_cast<u32>(amount), step});
    }
  }
  // Sets the part of the structure to which the following steps belong. A structure with several
  // hierarchies has several parts. `holds_items` is false if the leaves of the part contain other
  // hierarchies instead of items.
  void in_part(u32 part, bool holds_items = true) {
    part_ = part;
    holds_items_ = holds_items;
  }

  const Array<RecordedStep>& steps() const { return steps_; }
  // Returns true if an allocation failed and steps are missing.
  bool failed() const { return failed_; }

 private:
  void add(const RecordedStep& step) { failed_ = failed_ || !steps_.push_back(step); }
  // Returns true if a step is merged with the last step. If items of a node are compared or
  // accepted one by one, they are recorded as one step.
  bool continues(Step step, NodeKey key) const {
    return !failed_ && last_ < steps_.size() && steps_[last_].step == step &&
           steps_[last_].key == key && (step == Step::kCompared || step == Step::kTaken);
  }

  Array<RecordedStep> steps_;
  size_t last_ = 0;  // the last step that is not a candidate
  u32 part_ = 0;
  bool holds_items_ = true;
  bool failed_ = false;
};

// Counters of a recorded traversal. forked_counters() returns new counters with the same recorder.
struct RecordedCounters : QueryCounters {
  explicit RecordedCounters(Recorder& to) : recorder(to) {}
  Recorder& recorder;
};

inline Recorder& trace_of(RecordedCounters& counters) { return counters.recorder; }
inline RecordedCounters forked_counters(RecordedCounters& counters) {
  return RecordedCounters(counters.recorder);
}

// Visitor that records every id and passes it to another visitor. Accepted items are passed one by
// one, in the same order. The results are the same, because no traversal depends on how a visitor
// receives accepted items.
template <class Visitor>
class CandidateRecorder : public ItemVisitor<CandidateRecorder<Visitor>> {
 public:
  static constexpr bool kUsesBounds = Visitor::kUsesBounds;

  CandidateRecorder(Recorder& recorder, Visitor& visit) : recorder_(recorder), visit_(visit) {}

  bool test(Id id) {
    note(id);
    return visit_.test(id);
  }
  template <int Dim>
  bool test_box(Id id, const Aabb<Dim>& box) {
    note(id);
    return visit_.test_box(id, box);
  }
  bool accept(Id id) {
    note(id);
    return visit_.accept(id);
  }
  bool accept_cut(Id id, u32 planes) {
    note(id);
    return visit_.accept_cut(id, planes);
  }
  size_t result_limit() const { return visit_.result_limit(); }
  template <class Query, int Dim>
  bool passed_bounds(const Query& query, const Id* ids, const AabbPacket<Dim>& boxes,
                     simd::F32x4 bounds, u32 lanes) {
    if (!kUsesBounds) return this->passed_lanes(query, ids, boxes, lanes);
    alignas(16) f32 bound[kLanes];
    simd::store_aligned(bound, bounds);
    for (u32 lane = 0; lanes != 0 && lane < kLanes; ++lane) {
      if (ids[lane] != kNone && bound[lane] < HUGE_VALF) note(ids[lane]);
    }
    return visit_.passed_bounds(query, ids, boxes, bounds, lanes);
  }

 private:
  void note(Id id) { recorder_.step(Step::kCandidate, id); }

  Recorder& recorder_;
  Visitor& visit_;
};

template <class Visitor>
CandidateRecorder<std::remove_reference_t<Visitor>> traced(RecordedCounters& counters,
                                                           Visitor&& visit) {
  return {counters.recorder, visit};
}

}  // namespace sapwood
