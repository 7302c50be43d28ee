// Sweep over a sorted list.
//
// Boxes are sorted by their lower edges. Each box is tested against the following boxes, up to the
// first box whose lower edge exceeds the upper edge of the tested box.
//
// All memory is read forwards. A step of the inner loop rejects 16 boxes by their cross codes with
// one branch. The remaining boxes are tested exactly, and hits are buffered so that the visitor
// runs outside this loop. Candidates are pairs that overlap on the sweep axis; their number does
// not depend on the SIMD back end.
#pragma once

#include <bit>

#include "sapwood/base/types.hpp"
#include "sapwood/core/sweep/axis_choice.hpp"
#include "sapwood/geometry/aabb_packet.hpp"

namespace sapwood::sweep {

// Computes the cross code of a box: one 32-bit word that tests all axes other than the sweep axis
// (the cross axes) at once. The test is conservative.
//
// A monotone function q divides every cross axis into cells, so a <= b implies q(a) <= q(b). If the
// cells of two boxes are disjoint, the boxes are disjoint. A word has two fields for each cross
// axis. `top` is the number of the last cell:
//   3D: four fields of 7 + 1 bits      2D: two fields of 15 + 1 bits
//   code(box)        = guard | q(max),   guard | top - q(min)   for each cross axis
//   counterpart(box) =         q(min),           top - q(max)   in the same fields
// The guard is the highest bit of a field. In code(b) - counterpart(a), no field borrows from the
// next field. The guard of the first field remains set exactly when q(b.max) >= q(a.min), and the
// guard of the second field exactly when q(b.min) <= q(a.max). So all guards remain set if the
// cells overlap. One subtraction replaces four float comparisons and reads a quarter of the memory.
template <int Dim>
class CrossCoder {
 public:
  static constexpr u32 kFields = 2 * (Dim - 1);
  static constexpr u32 kWidth = 32 / kFields;
  static constexpr u32 kTop = (1u << (kWidth - 1)) - 1;  // highest cell
  static constexpr u32 kGuards = 0xFFFFFFFFu / ((u64{1} << kWidth) - 1) << (kWidth - 1);

  CrossCoder() = default;
  // The cells span the mean of the centers +- 2 standard deviations. Values outside this range are
  // in the first or last cell. If all centers are equal on an axis, the axis has only one cell, and
  // cross codes do not test it.
  CrossCoder(const Spreads<Dim>& spreads, u32 sweep_axis) {
    for (u32 axis = 0, cross = 0; axis < Dim; ++axis) {
      if (axis == sweep_axis) continue;
      const AxisSpread& spread = spreads.axis[axis];
      const f64 scale = (kTop + 1) / (4 * spread.deviation);
      axis_[cross] = axis;
      origin_[cross] = static_cast<f32>(spread.mean - 2 * spread.deviation);
      scale_[cross] = scale < kSteepest ? static_cast<f32>(scale) : 0.0f;
      ++cross;
    }
  }

  u32 code(const Aabb<Dim>& box) const {
    u32 word = kGuards;
    for (u32 cross = 0; cross < Dim - 1; ++cross) {
      word |= cell(cross, box.max[axis_[cross]]) << (2 * cross * kWidth);
      word |= (kTop - cell(cross, box.min[axis_[cross]])) << ((2 * cross + 1) * kWidth);
    }
    return word;
  }

  // Converts the code of a box to its counterpart: each field is the complement of the neighboring
  // field of the code.
  static constexpr u32 counterpart(u32 code) {
    constexpr u32 kEven = 0xFFFFFFFFu / ((u64{1} << (2 * kWidth)) - 1) * ((u64{1} << kWidth) - 1);
    const u32 complement = ~code;
    return (complement & kEven) << kWidth | (complement >> kWidth & kEven);
  }

 private:
  static constexpr f64 kSteepest = 1e18;  // keeps (value - origin) * scale within float32

  u32 cell(u32 cross, f32 value) const {
    const f32 at = (value - origin_[cross]) * scale_[cross];
    if (!(at > 0.0f)) return 0;
    return at < static_cast<f32>(kTop) ? static_cast<u32>(at) : kTop;
  }

  u32 axis_[Dim - 1] = {};
  f32 origin_[Dim - 1] = {};
  f32 scale_[Dim - 1] = {};
};

// Boxes in ascending order of their lower edges on `axis`, in packets. After the last packet, `low`
// has kLowPadding entries of +infinity, which end every scan. Unused lanes contain inverted boxes.
template <int Dim>
struct SweepView {
  static constexpr u32 kLowPadding = 4 * kLanes;

  const AabbPacket<Dim>* packets;
  const Id* ids;     // by position
  const f32* low;    // by position: lower edge on the axis
  const u32* codes;  // by position, see CrossCoder
  u32 count;
  u32 axis;
};

template <int Dim>
class ForwardScan {
 public:
  static constexpr u32 kRoom = 256;

  ForwardScan(const SweepView<Dim>& view, u32 position)
      : view_(view),
        box_(view.packets[position / kLanes].get(position % kLanes)),
        splat_(box_),
        minus_(simd::U32x4::splat(0u - CrossCoder<Dim>::counterpart(view.codes[position]))) {}

  f32 upper() const { return box_.max[view_.axis]; }

  bool any_of_four(u32 packet) const {
    using namespace simd;
    Mask4 passed = pass(packet);
    for (u32 next = 1; next < 4; ++next) passed = mask_or(passed, pass(packet + next));
    return any(passed);
  }
  bool any_of_one(u32 packet) const { return simd::any(pass(packet)); }

  // Tests the lanes in `allowed` exactly and collects the hits. This test includes the sweep axis,
  // so it rejects lanes after the end of the scan.
  void collect(u32 packet, u32 allowed) {
    const u32 hits = overlap_bits(splat_, view_.packets[packet]) & allowed;
    const simd::U32x4 ids = simd::U32x4::load(view_.ids + packet * kLanes);
    found_ += simd::compress_store(hits_ + found_, ids, hits);
  }

  template <class Visitor>
  bool flush(Id id, Visitor& visit) {
    for (u32 i = 0; i < found_; ++i) {
      if (!visit(id, hits_[i])) return false;
    }
    found_ = 0;
    return true;
  }
  bool nearly_full() const { return found_ > kRoom - 4 * kLanes; }

 private:
  simd::Mask4 pass(u32 packet) const {
    using namespace simd;
    const U32x4 guards = U32x4::splat(CrossCoder<Dim>::kGuards);
    const U32x4 codes = U32x4::load(view_.codes + packet * kLanes);
    return eq(bit_and(add(codes, minus_), guards), guards);
  }

  const SweepView<Dim>& view_;
  Aabb<Dim> box_;
  SplatBox<Dim> splat_;
  simd::U32x4 minus_;
  u32 found_ = 0;
  Id hits_[kRoom + kLanes];  // compress_store() always writes four values
};

// Visits every overlapping pair once, in the order of the list, and adds the number of candidates
// to `candidates`. Returns false if the visitor ended the sweep.
template <int Dim, class Visitor>
bool forward_sweep(const SweepView<Dim>& view, u64& candidates, Visitor&& visit) {
  for (u32 position = 0; position < view.count; ++position) {
    const Id id = view.ids[position];
    ForwardScan<Dim> scan(view, position);
    const f32 upper = scan.upper();
    u32 packet = position / kLanes;
    scan.collect(packet++, 0xEu << position % kLanes & 0xFu);
    for (; view.low[(packet + 3) * kLanes] <= upper; packet += 4) {
      if (!scan.any_of_four(packet)) continue;
      for (u32 next = 0; next < 4; ++next) scan.collect(packet + next, 0xFu);
      if (scan.nearly_full() && !scan.flush(id, visit)) return false;
    }
    for (; view.low[packet * kLanes] <= upper; ++packet) {
      if (scan.any_of_one(packet)) scan.collect(packet, 0xFu);
    }
    const u32 last = (packet - 1) * kLanes;
    const simd::Mask4 within =
        simd::le(simd::F32x4::load(view.low + last), simd::F32x4::splat(upper));
    candidates += last + static_cast<u32>(std::popcount(simd::bits(within))) - position - 1;
    if (!scan.flush(id, visit)) return false;
  }
  return true;
}

}  // namespace sapwood::sweep
