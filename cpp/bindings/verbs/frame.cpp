// The verbs of a frame's loop, compiled for speed.
#include "verbs/batch.hpp"
#include "verbs/content.hpp"
#include "verbs/distance.hpp"
#include "verbs/query.hpp"

namespace sapwood::bindings {

#define SAPWOOD_FRAME_VERBS(Dim)                                                                 \
  template f32* IndexOf<Dim>::staging(u32);                                                      \
  template void IndexOf<Dim>::release_staging();                                                 \
  template i32 IndexOf<Dim>::build(u32);                                                         \
  template i32 IndexOf<Dim>::update(u32);                                                        \
  template void IndexOf<Dim>::clear();                                                           \
  template i32 IndexOf<Dim>::insert(const BoxArgument&, const Filter&);                          \
  template i32 IndexOf<Dim>::insert_many(u32);                                                   \
  template i32 IndexOf<Dim>::move(Id, const BoxArgument&, const PointArgument&);                 \
  template i32 IndexOf<Dim>::move_many(u32);                                                     \
  template i32 IndexOf<Dim>::remove(Id);                                                         \
  template i32 IndexOf<Dim>::set_filter(Id, const Filter&);                                      \
  template i32 IndexOf<Dim>::query_box(const BoxArgument&, const Filter&);                       \
  template i32 IndexOf<Dim>::query_point(const PointArgument&, const Filter&);                   \
  template i32 IndexOf<Dim>::query_sphere(const PointArgument&, f32, const Filter&);             \
  template i32 IndexOf<Dim>::query_frustum(u32, const PointArgument&, u32, const Filter&);       \
  template i32 IndexOf<Dim>::visit_box(const BoxArgument&, const Filter&, IdSink::Visit);        \
  template Status IndexOf<Dim>::collect_overlaps(const BoxArgument&, const Filter&, Array<u32>&, \
                                                 QueryCounters&);                                \
  template i32 IndexOf<Dim>::raycast(const RayArgument&, const Filter&);                         \
  template i32 IndexOf<Dim>::raycast_all(const RayArgument&, const Filter&);                     \
  template i32 IndexOf<Dim>::nearest(const PointArgument&, u32, f32, const Filter&);             \
  template i32 IndexOf<Dim>::query_boxes(u32);                                                   \
  template i32 IndexOf<Dim>::raycasts(u32);                                                      \
  template i32 IndexOf<Dim>::nearest_many(u32, u32);

SAPWOOD_FRAME_VERBS(2)
SAPWOOD_FRAME_VERBS(3)

}  // namespace sapwood::bindings
