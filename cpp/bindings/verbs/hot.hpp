// The verbs of a frame's loop, to be compiled for speed: one translation unit says
// SAPWOOD_HOT_VERBS(DynamicTree) in namespace sapwood::bindings.
#pragma once

#include "batch.hpp"
#include "content.hpp"
#include "progressive.hpp"
#include "query.hpp"
#include "ray.hpp"

#define SAPWOOD_HOT_VERBS_IN(S)                                                               \
  template f32* Handle<S>::staging(u32);                                                      \
  template i32 Handle<S>::build(u32);                                                         \
  template i32 Handle<S>::update(u32);                                                        \
  template void Handle<S>::clear();                                                           \
  template i32 Handle<S>::insert(const BoxArgument&, const Filter&);                          \
  template i32 Handle<S>::insert_many(u32);                                                   \
  template i32 Handle<S>::move(Id, const BoxArgument&, const PointArgument&);                 \
  template i32 Handle<S>::move_many(u32);                                                     \
  template i32 Handle<S>::remove(Id);                                                         \
  template i32 Handle<S>::set_filter(Id, const Filter&);                                      \
  template i32 Handle<S>::query_box(const BoxArgument&, const Filter&);                       \
  template i32 Handle<S>::query_point(const PointArgument&, const Filter&);                   \
  template i32 Handle<S>::query_sphere(const PointArgument&, f32, const Filter&);             \
  template i32 Handle<S>::query_frustum(u32, const PointArgument&, u32, const Filter&);       \
  template i32 Handle<S>::visit_box(const BoxArgument&, const Filter&, IdSink::Visit);        \
  template Status Handle<S>::collect_overlaps(const BoxArgument&, const Filter&, Array<u32>&, \
                                              QueryCounters&);                                \
  template i32 Handle<S>::raycast(const RayArgument&, const Filter&);                         \
  template i32 Handle<S>::raycast_all(const RayArgument&, const Filter&);                     \
  template i32 Handle<S>::nearest(const PointArgument&, u32, f32, const Filter&);             \
  template i32 Handle<S>::pairs();                                                            \
  template i32 Handle<S>::pairs_with(AnyIndex&);                                              \
  template i32 Handle<S>::update_pairs();                                                     \
  template i32 Handle<S>::query_boxes(u32);                                                   \
  template i32 Handle<S>::raycasts(u32);                                                      \
  template i32 Handle<S>::nearest_many(u32, u32);                                             \
  template void bind_steps<S>(const IndexClass<S>&);

#define SAPWOOD_HOT_VERBS(Structure) \
  SAPWOOD_HOT_VERBS_IN(Structure<2>) \
  SAPWOOD_HOT_VERBS_IN(Structure<3>)
