// Queries of rarely used volumes. The volumes are read from the scratch buffer. The code is
// compiled once for 2D and once for 3D.
#pragma once

#include "any_index.hpp"
#include "sapwood/geometry/volume_query.hpp"

namespace sapwood::bindings {

// Kind of a volume. The values are the same as in the package. The comments list the numbers that
// describe a volume in the scratch buffer.
enum class VolumeKind : u32 {
  kConvex,       // planes (>= 1); the plane counts of all volumes precede the first volume
  kSegment,      // both ends
  kCapsule,      // both ends, radius
  kBoxCast,      // box, displacement
  kSphereCast,   // center, radius, displacement
  kRay,          // origin, direction; only with kVisited
  kBall,         // center; only with kVisited
  kCapsuleCast,  // both ends, radius, displacement
};
// Flag that is added to a kind of cast, ray or ball. With this flag, the query searches a single
// volume and calls the visitor of the package for each item. report[0] of the result block is the
// maximum distance, which the visitor can reduce.
inline constexpr u32 kVisited = 8;
// Flag that is added to a kind of cast, or to kCapsule for a single volume. With this flag, the
// query stores n normals, n depths, then n points in `contacts`. For casts, n is the number of
// casts. For kCapsule, n is the number of items, in ascending order of id.
inline constexpr u32 kContacts = 16;

// Calls the visitor of the package with sapwood_visit(). Returns 1 to continue, 0 to stop.
i32 call_visitor(void*, Id id);

// Finds the items in `count` consecutive volumes of a kind. The items in volume i are
// ids[offsets[i] .. offsets[i + 1]). For casts, ids[i] is the first item that cast i touches, or
// kNone, and distances[i] is the fraction of the displacement before the contact.
template <int Dim>
Status query_staged_volumes(AnyIndex& index, u32 kind, u32 count, const Filter& filter);

// Computes the contact of a cast or ray with an item that it touches. The scratch buffer contains
// the cast or ray. Stores the normal, depth and point in `contacts`, or zeros if a ray starts
// inside the item.
template <int Dim>
Status find_item_contact(AnyIndex& index, u32 kind, Id id);

extern template Status query_staged_volumes<2>(AnyIndex&, u32, u32, const Filter&);
extern template Status query_staged_volumes<3>(AnyIndex&, u32, u32, const Filter&);
extern template Status find_item_contact<2>(AnyIndex&, u32, Id);
extern template Status find_item_contact<3>(AnyIndex&, u32, Id);

}  // namespace sapwood::bindings
