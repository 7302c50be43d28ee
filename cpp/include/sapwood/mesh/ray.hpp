/// @file
/// Intersection of rays and primitives.
///
/// The predicate is computed in double (Woop, Benthin and Wald, Watertight ray/triangle
/// intersection, 2013). The vertices are translated so that the ray starts at the origin, and
/// sheared so that the ray is parallel to the axis of its largest component. The ray hits if the
/// origin is on the same side of all edges, or on an edge. A sheared vertex is the same for all
/// primitives that share it, and reversing an edge changes only the sign of the computed side. So
/// no ray passes between two primitives that share an edge (in 2D, a vertex). A ray in the plane of
/// a primitive does not hit it.
///
/// The filter is the same computation in float32, for four primitives at once, with a margin for
/// all rounding errors. It never rejects a hit.
#pragma once

#include "sapwood/base/status.hpp"
#include "sapwood/mesh/primitive.hpp"
#include "sapwood/simd/f32x4.hpp"

namespace sapwood::mesh {

/// Sides of primitives that a ray can hit. The front is the side to which the normal points.
enum class Side : u8 {
  kFront,   ///< Fronts: the direction of the ray is opposite to the normal.
  kBack,    ///< Backs.
  kDouble,  ///< Both sides.
};

/// Ray with a maximum distance.
template <int Dim>
struct Ray {
  Vector<Dim> origin;
  Vector<Dim> direction;        ///< Its length may be any finite number except 0.
  f64 max_distance = HUGE_VAL;  ///< Must be >= 0; may be infinite.
  Side side = Side::kDouble;
};

/// Returns true if the origin is valid, the direction is finite and not 0, and the maximum distance
/// is >= 0.
template <int Dim>
bool is_valid(const Ray<Dim>& ray) {
  bool moves = false;
  for (int axis = 0; axis < Dim; ++axis) {
    if (!std::isfinite(ray.direction[axis])) return false;
    moves |= ray.direction[axis] != 0;
  }
  return moves && is_valid(ray.origin) && ray.max_distance >= 0;
}

/// Four primitives in structure-of-arrays form. The first index is the vertex, the second is the
/// axis.
template <int Dim>
struct PrimitivePacket {
  simd::F32x4 v[Dim][Dim];
};

template <int Dim>
struct Crossing {
  f64 distance;
  f64 weights[Dim];  ///< Weights of the vertices, times `sum`.
  f64 sum;
  bool front;  ///< True if the ray hits the front.
};

template <int Dim>
class ShearedRay {
 public:
  /// Precomputes the shear of a valid ray. `largest` is the largest absolute coordinate of all
  /// vertices.
  ShearedRay(const Ray<Dim>& ray, f64 largest)
      : origin_(ray.origin), unit_(normalized(ray.direction)), side_(ray.side) {
    const Vector<Dim>& unit = unit_;
    int along = 0;
    for (int axis = 1; axis < Dim; ++axis) {
      if (std::fabs(unit[axis]) > std::fabs(unit[along])) along = axis;
    }
    // the axes are in cyclic order, so the shear keeps the orientation if `unit[along]` is positive
    for (int i = 0; i < Dim; ++i) axis_[i] = (along + 1 + i) % Dim;
    scale_ = 1 / unit[along];
    for (int i = 0; i < Dim - 1; ++i) shear_[i] = unit[axis_[i]] / unit[along];
    // in 2D, the order of the axes is (y, x) if `along` is 0, and (x, y) if it is 1; the
    // orientations of these orders are opposite
    const bool turned = Dim == 2 && along == 1;
    mirrored_ = (unit[along] < 0) != turned;
    set_lanes(largest);
  }

  /// Returns the unit direction.
  const Vector<Dim>& unit() const { return unit_; }

  /// Computes the intersection of the ray and a primitive. Returns false if they do not intersect
  /// at a distance >= 0, or if the ray hits a side that `Ray::side` excludes.
  bool crosses(const Primitive<Dim>& primitive, Crossing<Dim>& crossing) const {
    f64 sheared[Dim][Dim];
    for (int i = 0; i < Dim; ++i) {
      const Vector<Dim> at = primitive.v[i] - origin_;
      const f64 along = at[axis_[Dim - 1]];
      for (int k = 0; k < Dim - 1; ++k) sheared[i][k] = at[axis_[k]] - shear_[k] * along;
      sheared[i][Dim - 1] = scale_ * along;
    }
    f64(&weights)[Dim] = crossing.weights;
    if constexpr (Dim == 3) {
      for (int i = 0; i < 3; ++i) {
        const f64* next = sheared[(i + 1) % 3];
        const f64* last = sheared[(i + 2) % 3];
        weights[i] = next[0] * last[1] - next[1] * last[0];
      }
    } else {
      weights[0] = sheared[1][0];
      weights[1] = -sheared[0][0];
    }
    bool positive = false;
    bool negative = false;
    f64 sum = 0;
    f64 scaled = 0;
    for (int i = 0; i < Dim; ++i) {
      positive |= weights[i] > 0;
      negative |= weights[i] < 0;
      sum += weights[i];
      scaled += weights[i] * sheared[i][Dim - 1];
    }
    if ((positive && negative) || sum == 0) return false;
    crossing.distance = scaled / sum;
    crossing.sum = sum;
    crossing.front = (sum < 0) != mirrored_;
    if (side_ != Side::kDouble && crossing.front != (side_ == Side::kFront)) return false;
    return crossing.distance >= 0;
  }

  /// Returns the lanes, as bits, of the primitives that the ray may hit at a distance of at most
  /// `limit`.
  [[gnu::always_inline]] u32 may_cross4(const PrimitivePacket<Dim>& packet, f32 limit) const {
    using namespace simd;
    F32x4 sheared[Dim][Dim];
    F32x4 largest = F32x4::zero();
    F32x4 nearest = F32x4::splat(HUGE_VALF);
    F32x4 farthest = F32x4::splat(-HUGE_VALF);
    for (int i = 0; i < Dim; ++i) {
      const F32x4 along = sub(packet.v[i][axis_[Dim - 1]], origin4_[Dim - 1]);
      for (int k = 0; k < Dim - 1; ++k) {
        sheared[i][k] = sub(sub(packet.v[i][axis_[k]], origin4_[k]), mul(shear4_[k], along));
        largest = max(abs(sheared[i][k]), largest);
      }
      const F32x4 distance = mul(along, scale4_);
      nearest = min(distance, nearest);
      farthest = max(distance, farthest);
    }
    F32x4 weights[Dim];
    F32x4 margin = error4_;
    if constexpr (Dim == 3) {
      for (int i = 0; i < 3; ++i) {
        const auto& next = sheared[(i + 1) % 3];
        const auto& last = sheared[(i + 2) % 3];
        weights[i] = sub(mul(next[0], last[1]), mul(next[1], last[0]));
      }
      margin = mul(mul(F32x4::splat(8), error4_), add(largest, error4_));
    } else {
      weights[0] = sheared[1][0];
      weights[1] = neg(sheared[0][0]);
    }
    F32x4 least = weights[0];
    F32x4 most = weights[0];
    for (int i = 1; i < Dim; ++i) {
      least = min(weights[i], least);
      most = max(weights[i], most);
    }
    const F32x4 slack = mul(F32x4::splat(4), error4_);
    Mask4 hit = mask_or(ge(least, neg(margin)), le(most, margin));
    hit = mask_and(hit, le(nearest, add(F32x4::splat(limit), slack)));
    return bits(mask_and(hit, ge(farthest, neg(slack))));
  }

 private:
  void set_lanes(f64 largest) {
    using namespace simd;
    for (int i = 0; i < Dim; ++i) {
      largest = simd::greater(std::fabs(origin_[i]), largest);
      origin4_[i] = F32x4::splat(static_cast<f32>(origin_[axis_[i]]));
    }
    for (int i = 0; i < Dim - 1; ++i) shear4_[i] = F32x4::splat(static_cast<f32>(shear_[i]));
    scale4_ = F32x4::splat(static_cast<f32>(scale_));
    // exceeds the error of a sheared coordinate, which is less than 13 * 2^-24 times the largest
    // coordinate
    error4_ = F32x4::splat(static_cast<f32>(largest * 0x1p-20) + 1e-37f);
  }

  Vector<Dim> origin_;
  Vector<Dim> unit_;
  int axis_[Dim];  // the last element is the longest axis of the direction
  f64 shear_[Dim - 1];
  f64 scale_;
  bool mirrored_;
  Side side_;
  simd::F32x4 origin4_[Dim];  // in the order of axis_
  simd::F32x4 shear4_[Dim - 1];
  simd::F32x4 scale4_;
  simd::F32x4 error4_;
};

}  // namespace sapwood::mesh
