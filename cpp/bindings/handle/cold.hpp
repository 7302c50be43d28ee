// The other verbs, to be compiled for size: SAPWOOD_COLD_VERBS(DynamicTree), like hot.hpp.
#pragma once

#include "handle/inspect.hpp"
#include "handle/strategies.hpp"
#include "handle/tuning.hpp"

#define SAPWOOD_COLD_VERBS_IN(S)                          \
  template i32 Handle<S>::serialize();                    \
  template i32 Handle<S>::load(u32);                      \
  template i32 Handle<S>::option_values();                \
  template IndexClass<S> bind_index<S>();                 \
  template void bind_inspection<S>(const IndexClass<S>&); \
  template void bind_tuning<S>(const IndexClass<S>&);

#define SAPWOOD_COLD_VERBS(Structure) \
  SAPWOOD_COLD_VERBS_IN(Structure<2>) \
  SAPWOOD_COLD_VERBS_IN(Structure<3>)
