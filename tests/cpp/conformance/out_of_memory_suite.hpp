// Every allocation of every operation fails once. The operation must either return out_of_memory
// and leave the index unchanged, or succeed without the memory. After out_of_memory, the same call
// must succeed when it is repeated.
#pragma once

#include "conformance/serialization_suite.hpp"
#include "support/allocations.hpp"

namespace sapwood::test {

template <int Dim>
struct Call {
  std::string name;
  std::function<Status(Subject<Dim>&)> run;
  std::function<void(Model<Dim>&)> apply{};  // empty: the content stays
};

template <int Dim>
class OutOfMemory {
 public:
  OutOfMemory(const SubjectMaker<Dim>& make, Report& report) : make_(make), report_(report) {
    const std::unique_ptr<Subject<Dim>> other = make();
    report.require(other->build(more_).ok(), "build failed");
    saved_ = saved(*other, report);
    partner_ = make();
    report.require(partner_->build(more_).ok(), "build failed");
  }

  // How an index was filled before an allocation fails. After a build, arrays are full; after
  // changes, they have free capacity. After inserts in order, the tree is so deep that traversals
  // allocate.
  enum class History { kBuilt, kChanged, kInsertedInOrder };
  struct State {
    u32 count;
    History past;
    bool flushed;  // a query has done all deferred work
  };
  static constexpr State kStates[] = {
      {0, History::kBuilt, false},    {1, History::kBuilt, true},
      {16, History::kBuilt, false},   {64, History::kBuilt, true},
      {33, History::kChanged, false}, {120, History::kInsertedInOrder, false}};

  void run() {
    for (const State& state : kStates) {
      if (light_volume() && state.past != History::kChanged && state.count != 64) continue;
      Report::Context context(report_, "n=" + std::to_string(state.count));
      for (const Call<Dim>& call : calls(state)) {
        Report::Context inner(report_, call.name);
        fail_each_allocation(state, call, AllocationFailure::kOne);
        if (!light_volume()) fail_each_allocation(state, call, AllocationFailure::kThisAndLater);
      }
    }
  }

 private:
  static constexpr u32 kMaxAllocations = 400;

  std::unique_ptr<Subject<Dim>> prepare(const State& state) {
    if (state.past == History::kChanged) return changed_index(make_, state.count, report_);
    const bool row = state.past == History::kInsertedInOrder;
    const auto boxes =
        arrange<Dim>(row ? Layout::kCollinear : Layout::kTouchingGrid, state.count, 5);
    std::unique_ptr<Subject<Dim>> subject = make_();
    Model<Dim> model;
    const Status status = row && subject->abilities().dynamic
                              ? fill_by_inserts<Dim>(*subject, model, boxes)
                              : fill_by_build<Dim>(*subject, model, boxes);
    report_.require(status.ok(), "filling the index failed");
    QueryCounters counters;
    if (state.flushed)
      report_.require(subject->pairs(counters, ignore_pairs_).ok(), "pairs failed");
    return subject;
  }

  // Returns the largest size in bytes that an index may have after a failed call: its size before
  // the call, or its size after the deferred work with which the call starts.
  size_t most_bytes(const State& state) {
    const std::unique_ptr<Subject<Dim>> subject = prepare(state);
    const size_t bytes = subject->byte_length();
    report_.require(subject->flush().ok(), "flush failed");
    return std::max(bytes, subject->byte_length());
  }

  void fail_each_allocation(const State& state, const Call<Dim>& call, AllocationFailure kind) {
    const size_t most = most_bytes(state);
    for (u32 skip = 0; skip < kMaxAllocations && !report_.full(); ++skip) {
      Report::Context context(report_, "allocation " + std::to_string(skip) + " fails");
      const std::unique_ptr<Subject<Dim>> subject = prepare(state);
      Model<Dim> model(subject->items());
      const auto [status, triggered] = run_failing(*subject, call, skip, kind);
      if (!triggered) {
        report_.require(status.ok(), "the call failed although memory was there");
        return;
      }
      if (!status.ok()) {
        report_.require(status.code == StatusCode::kOutOfMemory, "the call returns another error");
        // the size is checked only after a single failure: if all later allocations fail too,
        // arrays cannot always shrink
        if (kind == AllocationFailure::kOne && subject->byte_length() > most) {
          report_.fail("a failed call keeps " + std::to_string(subject->byte_length()) +
                       " bytes, the index needs " + std::to_string(most));
        }
        compare(*subject, model);
        report_.require(call.run(*subject).ok(), "the same call fails with memory too");
      }
      if (call.apply) call.apply(model);
      compare(*subject, model);
    }
  }

  static std::pair<Status, bool> run_failing(Subject<Dim>& subject, const Call<Dim>& call, u32 skip,
                                             AllocationFailure kind) {
    const FailingAllocations failing(skip, kind);
    const Status status = call.run(subject);
    return {status, failing.triggered()};
  }

  void compare(Subject<Dim>& subject, const Model<Dim>& model) {
    Comparison<Dim>(subject, model, report_).everything(probes_);
  }

  std::vector<Call<Dim>> calls(const State& state) {
    std::vector<Call<Dim>> calls = common_calls();
    const auto add = [&](std::vector<Call<Dim>> more) {
      for (Call<Dim>& call : more) calls.push_back(std::move(call));
    };
    const Abilities abilities = make_()->abilities();
    add(query_calls());
    add(update_calls(state));
    if (abilities.dynamic) add(dynamic_calls());
    if (abilities.dynamic && state.count > 0) add(item_calls());
    if (abilities.optimizable) add(optimize_calls());
    if (abilities.pairable_with) add(partner_calls());
    return calls;
  }

  std::vector<Call<Dim>> common_calls() {
    return {
        {"build", [this](auto& s) { return s.build(more_); }, [this](auto& m) { m.build(more_); }},
        {"build smaller",
         [this](auto& s) {
           return s.build({more_.data(), 3});
         },
         [this](auto& m) {
           m.build({more_.data(), 3});
         }},
        {"load", [this](auto& s) { return s.load(saved_); }, [this](auto& m) { m.build(more_); }},
        {"save",
         [](auto& s) {
           Array<u8> bytes;
           return s.save(bytes);
         }},
        {"shrink",
         [](auto& s) {
           s.shrink();
           return Status::success();
         }},
        {"dump",
         [](auto& s) {
           NodeDump dump;
           return s.dump(dump);
         }},
    };
  }

  std::vector<Call<Dim>> query_calls() {
    const auto any = Filter::any();
    return {
        {"box",
         [=, this](auto& s) {
           QueryCounters counters;
           return s.box(more_[0], any, counters, ignore_ids_);
         }},
        {"raycast_all",
         [=, this](auto& s) {
           QueryCounters counters;
           Array<KeyedId> hits;
           return s.raycast_all(probes_.rays[0], any, counters, hits);
         }},
        {"nearest",
         [=](auto& s) {
           QueryCounters counters;
           Array<KeyedId> found;
           return s.nearest({}, 50, HUGE_VALF, any, counters, found);
         }},
        {"pairs",
         [this](auto& s) {
           QueryCounters counters;
           return s.pairs(counters, ignore_pairs_);
         }},
    };
  }

  std::vector<Call<Dim>> update_calls(const State& state) {
    const Model<Dim> model(prepare(state)->items());
    std::vector<Aabb<Dim>> shaken, scattered;
    for (const Id id : model.ids()) {
      shaken.push_back(id % 16 == 0 ? more_[id] : model.item(id).box);
      scattered.push_back(more_[more_.size() - 1 - id]);
    }
    std::vector<Call<Dim>> calls;
    for (const auto& boxes : {shaken, scattered}) {
      calls.push_back({"update",
                       [boxes](auto& s) {
                         u32 changed = 0;
                         return s.update(boxes, changed);
                       },
                       [boxes](auto& m) { m.update(boxes); }});
    }
    return calls;
  }

  std::vector<Call<Dim>> dynamic_calls() {
    std::vector<Call<Dim>> calls;
    for (const Filter& filter : {Filter{}, Filter{2, 7}}) {
      calls.push_back({"insert",
                       [this, filter](auto& s) {
                         Id id = kNone;
                         return s.insert(more_[5], filter, id);
                       },
                       [this, filter](auto& m) { m.insert(more_[5], filter); }});
    }
    return calls;
  }

  // Item 0 exists in every state that is not empty.
  std::vector<Call<Dim>> item_calls() {
    return {
        {"remove", [](auto& s) { return s.remove(0); }, [](auto& m) { m.remove(0); }},
        {"move",
         [this](auto& s) {
           bool changed = false;
           return s.move(0, more_[6], {}, changed);
         },
         [this](auto& m) { m.move(0, more_[6]); }},
        {"set_filter",
         [](auto& s) {
           return s.set_filter(0, {4, 1});
         },
         [](auto& m) {
           m.set_filter(0, {4, 1});
         }},
    };
  }

  std::vector<Call<Dim>> optimize_calls() {
    return {
        {"optimize",
         [](auto& s) {
           u32 spent = 0;
           return s.optimize(1000, spent);
         }},
        {"optimize a part",
         [](auto& s) {
           u32 spent = 0;
           return s.optimize(10, spent);
         }},
        {"rebuild", [](auto& s) { return s.rebuild(); }},
    };
  }

  std::vector<Call<Dim>> partner_calls() {
    return {{"pairs_with", [this](auto& s) {
               QueryCounters counters;
               return s.pairs_with(*partner_, counters, ignore_pairs_);
             }}};
  }

  const SubjectMaker<Dim>& make_;
  Report& report_;
  std::vector<Aabb<Dim>> more_ = arrange<Dim>(Layout::kMixedSigns, 130, 21);
  Probes<Dim> probes_ = probes_for<Dim>(more_, 2, 22);
  Bytes saved_;
  std::unique_ptr<Subject<Dim>> partner_;
  IdSink ignore_ids_ = [](Id) { return true; };
  PairSink ignore_pairs_ = [](Id, Id) { return true; };
};

template <int Dim>
void operations_survive_every_failed_allocation(const SubjectMaker<Dim>& make, Report& report) {
  OutOfMemory<Dim>(make, report).run();
}

}  // namespace sapwood::test
