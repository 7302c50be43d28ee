// Rarely used volumes in the scratch buffer. Their code is compiled once for 2D and once for 3D.
#pragma once

#include "any_index.hpp"
#include "sapwood/geometry/volume_query.hpp"

namespace sapwood::bindings {

// Kind of a volume, with its number in the package. The comments list the numbers of a volume in
// the scratch buffer.
enum class VolumeKind : u32 {
  kConvex,       // planes, at least one; before the first volume, the number of planes of each
  kSegment,      // both ends
  kCapsule,      // both ends, radius
  kBoxCast,      // box, displacement
  kSphereCast,   // center, radius, displacement
  kRay,          // origin, direction; visited only
  kBall,         // center; visited only
  kCapsuleCast,  // both ends, radius, displacement
};
// Flag added to a kind of cast, ray or ball: searches a single volume and passes its items to the
// visitor of the package. report[0] is the maximum distance, which the visitor can lower.
inline constexpr u32 kVisited = 8;
// Flag added to a kind of cast, or to kCapsule for a single volume: stores n normals, n depths, n
// points in `contacts`. For casts, n is the number of casts; for kCapsule, the number of items, by
// ascending id.
inline constexpr u32 kContacts = 16;

// Calls the visitor of the package by sapwood_visit(). Returns 1 to continue, 0 to stop.
i32 call_visitor(void*, Id id);

// Searches `count` volumes of a kind, whose numbers are consecutive. The items in volume i are
// ids[offsets[i] .. offsets[i + 1]). For casts, ids[i] is the item that cast i touches first, or
// kNone, and distances[i] is the fraction of the displacement up to it.
template <int Dim>
Status query_staged_volumes(AnyIndex& index, u32 kind, u32 count, const Filter& filter);

// Stores the contact of the cast or ray in the scratch buffer with an item that it touches in
// `contacts`: normal, depth, point. Zeros for a ray that starts inside.
template <int Dim>
Status find_item_contact(AnyIndex& index, u32 kind, Id id);

extern template Status query_staged_volumes<2>(AnyIndex&, u32, u32, const Filter&);
extern template Status query_staged_volumes<3>(AnyIndex&, u32, u32, const Filter&);
extern template Status find_item_contact<2>(AnyIndex&, u32, Id);
extern template Status find_item_contact<3>(AnyIndex&, u32, Id);

}  // namespace sapwood::bindings
