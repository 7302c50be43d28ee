// Volumes that few ask for, read from the scratch buffer once for all structures of a dimension.
#pragma once

#include "results.hpp"
#include "sapwood/core/filter.hpp"
#include "sapwood/geometry/volume_query.hpp"

namespace sapwood::bindings {

// An index of any type: how to find its items in a volume, and their boxes.
template <int Dim>
struct VolumeSearch {
  void* index;
  Status (*find_in)(void* index, const VolumeQuery<Dim>& volume, const Filter& filter,
                    IdSink& sink);
  Aabb<Dim> (*box_of)(void* index, Id id);
  QueryCounters& counters;  // of the search; find_in adds to them
};

// Items in each of some volumes: those of volume i are ids[offsets[i]] up to, not including,
// ids[offsets[i + 1]]. In the scratch buffer the numbers of one volume behind those of the other;
// kinds:
//   0  planes, of which there is at least one; before the first volume the planes of each, counted
//   1  segments: both ends
//   2  capsules: both ends, radius
// Of what moves only the item that it touches first, or kNone: as ids, with the part of the way in
// the distances. Kinds:
//   3  boxes: the box, the displacement
//   4  balls: centre, radius, displacement
template <int Dim>
Status answer_volumes(const VolumeSearch<Dim>& search, u32 kind, u32 count, const Filter& filter);

extern template Status answer_volumes(const VolumeSearch<2>&, u32, u32, const Filter&);
extern template Status answer_volumes(const VolumeSearch<3>&, u32, u32, const Filter&);

}  // namespace sapwood::bindings
