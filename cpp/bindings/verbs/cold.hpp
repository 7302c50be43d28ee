// The other verbs, to be compiled for size: SAPWOOD_COLD_VERBS(DynamicTree), like hot.hpp.
#pragma once

#include "inspect.hpp"
#include "strategies.hpp"
#include "tuning.hpp"
#include "volume.hpp"

#define SAPWOOD_COLD_VERBS_IN(S)                                  \
  template i32 Handle<S>::query_volumes(u32, u32, const Filter&); \
  template i32 Handle<S>::overlap_boxes(u32);                     \
  template i32 Handle<S>::pairs_within(f64);                      \
  template i32 Handle<S>::box_of(Id);                             \
  template i32 Handle<S>::list_ids();                             \
  template i32 Handle<S>::serialize();                            \
  template i32 Handle<S>::load(u32);                              \
  template i32 Handle<S>::option_values();                        \
  template IndexClass<S> bind_index<S>();                         \
  template void bind_inspection<S>(const IndexClass<S>&);         \
  template void bind_tuning<S>(const IndexClass<S>&);

#define SAPWOOD_COLD_VERBS(Structure) \
  SAPWOOD_COLD_VERBS_IN(Structure<2>) \
  SAPWOOD_COLD_VERBS_IN(Structure<3>)
