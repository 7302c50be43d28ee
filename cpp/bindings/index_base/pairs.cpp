// Functions of pairs, compiled once for 2D and once for 3D.
#include <new>

#include "index_base.hpp"
#include "sapwood/core/pair_changes.hpp"

namespace sapwood::bindings {

template <int Dim>
class PairsOfLastCall final : public PairMemory {
 public:
  size_t byte_length() const override { return sizeof(*this) + changes.byte_length(); }
  void shrink() override { changes.shrink(); }

  PairChanges<Dim> changes;
};

template <int Dim>
i32 IndexBase<Dim>::pairs() {
  start();
  PairSink sink{results().ids};
  return finish_pairs(sink, find_pairs(counters_, sink));
}

template <int Dim>
i32 IndexBase<Dim>::finish_pairs(const PairSink& sink, const Status& status) {
  return finish(sink.failed ? Status::out_of_memory() : status, sink.out.size() / 2);
}

template <int Dim>
i32 IndexBase<Dim>::update_pairs() {
  start();
  return find_pair_changes();
}

template <int Dim>
i32 IndexBase<Dim>::compare_pairs() {
  const auto find_all = [this](QueryCounters& counters, PairSink& sink) {
    return find_pairs(counters, sink);
  };
  if (pair_memory_ == nullptr) pair_memory_ = new (std::nothrow) PairsOfLastCall<Dim>;
  if (pair_memory_ == nullptr) return to_result(Status::out_of_memory());
  PairChanges<Dim>& changes = static_cast<PairsOfLastCall<Dim>*>(pair_memory_)->changes;
  const Status status = changes.find(*this, pair_lookup_cost(), find_all);
  counters_ = changes.counters().search;
  const i32 result = finish_events(status, changes.begins(), changes.ends());
  if (result >= 0) {
    changes.accept(items());
  } else {
    changes.shrink();
  }
  return result;
}

template <int Dim>
i32 IndexBase<Dim>::finish_events(Status status, const Array<IdPair>& begins,
                                  const Array<IdPair>& ends) {
  Results& out = results();
  counters_.results = begins.size() + ends.size();
  if (status.ok() && !reserve_events(begins.size() + ends.size())) {
    status = Status::out_of_memory();
  }
  if (!status.ok()) return to_result(status);
  out.offsets.push_unchecked(0);
  for (const Array<IdPair>* list : {&begins, &ends}) {
    for (const IdPair& pair : *list) {
      out.ids.push_unchecked(pair.a);
      out.ids.push_unchecked(pair.b);
    }
    out.offsets.push_unchecked(static_cast<u32>(out.ids.size()));
  }
  return finish(status, begins.size());
}

template class IndexBase<2>;
template class IndexBase<3>;

}  // namespace sapwood::bindings
