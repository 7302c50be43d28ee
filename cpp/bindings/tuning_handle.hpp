// The verbs of a handle that work on the hierarchy itself: improve it, build it bit by bit, merge.
#pragma once

#include "query_handle.hpp"

namespace sapwood::bindings {

template <class S>
class TuningHandle : public QueryHandle<S> {
 public:
  using Base = QueryHandle<S>;
  using Base::Base;
  using Base::kDim;

  i32 optimise(u32 budget) override {
    start();
    if constexpr (Optimisable<S>) {
      u32 spent = 0;
      const Status status = index_.optimise(budget, spent);
      return status.ok() ? static_cast<i32>(spent) : answer(status);
    } else {
      return answer(Status::unsupported());
    }
  }

  i32 rebuild() override {
    start();
    if constexpr (Optimisable<S>) {
      return answer(index_.rebuild());
    } else {
      return answer(Status::unsupported());
    }
  }

  // Begun pairs, then ended ones, in ids; offsets delimit the two lists.
  i32 update_pairs() override {
    start();
    if constexpr (PairTracking<S>) {
      Results& out = results();
      Status status = index_.update_pairs(out.begins, out.ends);
      counters_.results = out.begins.size() + out.ends.size();
      const size_t total = 2 * (out.begins.size() + out.ends.size());
      if (status.ok() && !(out.ids.reserve(total) && out.offsets.reserve(3))) {
        status = Status::out_of_memory();
      }
      if (!status.ok()) return answer(status);
      out.offsets.push_unchecked(0);
      for (const Array<IdPair>* list : {&out.begins, &out.ends}) {
        for (const IdPair& pair : *list) {
          out.ids.push_unchecked(pair.a);
          out.ids.push_unchecked(pair.b);
        }
        out.offsets.push_unchecked(static_cast<u32>(out.ids.size()));
      }
      return Base::finish(status, out.begins.size());
    } else {
      return answer(Status::unsupported());
    }
  }

  i32 begin_build(u32 count) override {
    start();
    if constexpr (Progressive<S>) {
      if (Status status = this->check_staged(count); !status.ok()) return answer(status);
      return answer(index_.begin_build(this->staged(), count));
    } else {
      return answer(Status::unsupported());
    }
  }

  // 1 when the build is done, else 0; the work spent in the report.
  i32 step_build(u32 limit) override {
    start();
    if constexpr (Progressive<S>) {
      if (!index_.building()) return answer(Status::invalid_argument(0));
      if (limit == 0) return answer(Status::invalid_argument(1));
      u32 work = 0;
      bool done = false;
      const Status status = index_.step_build(limit, work, done);
      results().block.report[0] = work;
      return status.ok() ? static_cast<i32>(done) : answer(status);
    } else {
      return answer(Status::unsupported());
    }
  }

  bool building() const override {
    if constexpr (Progressive<S>) {
      return index_.building();
    } else {
      return false;
    }
  }

  // New ids in ids, by ascending id in the other index.
  i32 merge(AnyIndex& other) override {
    start();
    if constexpr (Mergeable<S>) {
      if (&other == this || !same_type(*this, other)) return answer(Status::invalid_argument(0));
      if (other.size() > kMostItems - this->size()) return answer(Status::out_of_memory());
      S& there = static_cast<TuningHandle&>(other).index_;
      Status status = settle(there);
      if (status.ok()) status = index_.merge(there, results().ids);
      return Base::finish(status, results().ids.size());
    } else {
      return answer(Status::unsupported());
    }
  }

  i32 refit() override {
    start();
    if constexpr (Refitting<S>) {
      u32 visited = 0;
      const Status status = index_.refit(visited);
      return status.ok() ? static_cast<i32>(visited) : answer(status);
    } else {
      return answer(Status::unsupported());
    }
  }

  // The state after the step; the work spent in the report.
  i32 step(u32 budget) override {
    start();
    if constexpr (BackgroundBuilt<S>) {
      if (budget == 0) return answer(Status::invalid_argument(1));
      u32 work = 0;
      const Status status = index_.step(budget, work);
      results().block.report[0] = work;
      return status.ok() ? static_cast<i32>(index_.state()) : answer(status);
    } else {
      return answer(Status::unsupported());
    }
  }

  i32 commit() override {
    start();
    if constexpr (BackgroundBuilt<S>) {
      bool swapped = false;
      const Status status = index_.commit(swapped);
      return status.ok() ? static_cast<i32>(swapped) : answer(status);
    } else {
      return answer(Status::unsupported());
    }
  }

  i32 shift_origin(const PointArgument& by) override {
    start();
    if constexpr (Shiftable<S>) {
      const auto typed = Base::typed_point(by);
      if (!is_valid(typed)) return answer(Status::invalid_argument(0));
      return answer(index_.shift_origin(typed));
    } else {
      return answer(Status::unsupported());
    }
  }

 protected:
  using Base::counters_;
  using Base::index_;
  using Base::start;
};

}  // namespace sapwood::bindings
