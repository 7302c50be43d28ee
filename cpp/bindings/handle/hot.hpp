// The verbs of a frame's loop, to be compiled for speed: one translation unit says
// SAPWOOD_HOT_VERBS(DynamicTree) in namespace sapwood::bindings.
#pragma once

#include "handle/pairs.hpp"
#include "handle/progressive.hpp"
#include "handle/walks.hpp"

#define SAPWOOD_HOT_VERBS_IN(S)                                                                 \
  template Status Handle<S>::build_items(const Aabb<S::kDim>*, u32);                            \
  template Status Handle<S>::update_items(const Aabb<S::kDim>*, u32&);                          \
  template void Handle<S>::clear_items();                                                       \
  template Status Handle<S>::insert_item(const Aabb<S::kDim>&, const Filter&, Id&);             \
  template Status Handle<S>::move_item(Id, const Aabb<S::kDim>&, const Point<S::kDim>&, bool&); \
  template Status Handle<S>::move_items(const Id*, const Aabb<S::kDim>*, u32, u32&);            \
  template Status Handle<S>::remove_item(Id);                                                   \
  template Status Handle<S>::set_item_filter(Id, const Filter&);                                \
  template Status Handle<S>::traverse(const BoxQuery<S::kDim>&, QueryCounters&,                 \
                                      Handle<S>::Confirming<BoxQuery<S::kDim>>&&);              \
  template Status Handle<S>::traverse(const VolumeQuery<S::kDim>&, QueryCounters&,              \
                                      Handle<S>::Confirming<VolumeQuery<S::kDim>>&&);           \
  template Status Handle<S>::traverse_ordered(RayQuery<S::kDim>&, QueryCounters&,               \
                                              RayHits<S::kDim>&);                               \
  template Status Handle<S>::traverse_ordered(DistanceQuery<S::kDim>&, QueryCounters&,          \
                                              NearestItems<S::kDim>&);                          \
  template Status Handle<S>::find_in_sphere(const DistanceQuery<S::kDim>&, const Filter&,       \
                                            QueryCounters&, IdSink&);                           \
  template Status Handle<S>::find_visible(const FrustumSearch&, const Filter&, QueryCounters&,  \
                                          Array<KeyedId>&);                                     \
  template Status Handle<S>::find_along(const Ray<S::kDim>&, const Filter&, QueryCounters&,     \
                                        Array<KeyedId>&);                                       \
  template Status Handle<S>::find_pairs(QueryCounters&, PairSink&);                             \
  template i32 Handle<S>::pairs_with(AnyIndex&);                                                \
  template i32 Handle<S>::find_pair_changes();                                                  \
  template void bind_steps<S>(const IndexClass<S>&);

#define SAPWOOD_HOT_VERBS(Structure) \
  SAPWOOD_HOT_VERBS_IN(Structure<2>) \
  SAPWOOD_HOT_VERBS_IN(Structure<3>)
