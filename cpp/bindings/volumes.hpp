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

// What is searched, by its number in the package, and its numbers in the scratch buffer.
enum class VolumeKind : u32 {
  kConvex,      // planes, one at least; before the first volume the number of planes of each
  kSegment,     // both ends
  kCapsule,     // both ends, radius
  kBoxCast,     // box, displacement
  kSphereCast,  // center, radius, displacement
  kRay,         // origin, direction; visited only
  kBall,        // center; visited only
};
// Added to the number of a cast, ray or ball: one volume, whose items the package's visitor gets.
// How far it goes is the first number of the report, which the visitor may lower.
inline constexpr u32 kVisited = 8;

// Calls the package's visitor, which sapwood_visit() stands for: 1 to go on, 0 to stop.
i32 call_visitor(void*, Id id);

// Searches `count` volumes of a kind, whose numbers follow each other. Of volumes, the items in
// volume i are ids[offsets[i]] up to, not including, ids[offsets[i + 1]]. Of casts, ids[i] is the
// item that cast i touches first, or kNone, and distances[i] the part of the way until then.
template <int Dim>
Status answer_volumes(const VolumeSearch<Dim>& search, u32 kind, u32 count, const Filter& filter);

extern template Status answer_volumes(const VolumeSearch<2>&, u32, u32, const Filter&);
extern template Status answer_volumes(const VolumeSearch<3>&, u32, u32, const Filter&);

}  // namespace sapwood::bindings
