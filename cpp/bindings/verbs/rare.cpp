// The other verbs, compiled for size.
#include "verbs/list.hpp"
#include "verbs/volume.hpp"

namespace sapwood::bindings {

#define SAPWOOD_RARE_VERBS(Dim)                                                   \
  template i32 IndexOf<Dim>::query_volumes(u32, u32, const Filter&);              \
  template Status IndexOf<Dim>::find_volume(const void*, const Filter&, IdSink&); \
  template i32 IndexOf<Dim>::overlap_boxes(u32);                                  \
  template i32 IndexOf<Dim>::pairs_within(f64);                                   \
  template i32 IndexOf<Dim>::box_of(Id);                                          \
  template i32 IndexOf<Dim>::finish_box(const Aabb<Dim>&);                        \
  template i32 IndexOf<Dim>::list_ids();

SAPWOOD_RARE_VERBS(2)
SAPWOOD_RARE_VERBS(3)

}  // namespace sapwood::bindings
