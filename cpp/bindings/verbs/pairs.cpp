// The verbs of pairs: the structure does the work.
#include "verbs/pairs.hpp"

namespace sapwood::bindings {

#define SAPWOOD_PAIR_VERBS(Dim)                                            \
  template i32 IndexOf<Dim>::pairs();                                      \
  template i32 IndexOf<Dim>::finish_pairs(const PairSink&, const Status&); \
  template i32 IndexOf<Dim>::update_pairs();                               \
  template i32 IndexOf<Dim>::compare_pairs();                              \
  template i32 IndexOf<Dim>::finish_events(Status, const Array<IdPair>&, const Array<IdPair>&);

SAPWOOD_PAIR_VERBS(2)
SAPWOOD_PAIR_VERBS(3)

}  // namespace sapwood::bindings
