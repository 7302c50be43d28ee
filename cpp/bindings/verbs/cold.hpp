// The other verbs, to be compiled for size: SAPWOOD_COLD_VERBS(DynamicTree), like hot.hpp.
#pragma once

#include "inspect.hpp"
#include "tuning.hpp"

#define SAPWOOD_COLD_VERBS_IN(S)                             \
  template Handle<S>* Handle<S>::create(u32);                \
  template IndexStats Handle<S>::stats();                    \
  template std::string Handle<S>::validate();                \
  template i32 Handle<S>::box_of(Id);                        \
  template i32 Handle<S>::list_ids();                        \
  template i32 Handle<S>::dump();                            \
  template i32 Handle<S>::serialize();                       \
  template i32 Handle<S>::load(u32);                         \
  template i32 Handle<S>::option_values();                   \
  template i32 Handle<S>::cull_report(const PointArgument&); \
  template i32 Handle<S>::optimise(u32);                     \
  template i32 Handle<S>::rebuild();                         \
  template i32 Handle<S>::merge(AnyIndex&);                  \
  template i32 Handle<S>::shift_origin(const PointArgument&);

#define SAPWOOD_COLD_VERBS(Structure) \
  SAPWOOD_COLD_VERBS_IN(Structure<2>) \
  SAPWOOD_COLD_VERBS_IN(Structure<3>)
