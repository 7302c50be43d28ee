// Rare volumes in the scratch buffer, read once for each number of dimensions.
#pragma once

#include "any_index.hpp"
#include "sapwood/geometry/volume_query.hpp"

namespace sapwood::bindings {

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
Status answer_volumes(AnyIndex& index, u32 kind, u32 count, const Filter& filter);

extern template Status answer_volumes<2>(AnyIndex&, u32, u32, const Filter&);
extern template Status answer_volumes<3>(AnyIndex&, u32, u32, const Filter&);

}  // namespace sapwood::bindings
