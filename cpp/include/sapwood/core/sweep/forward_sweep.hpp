// The sweep: each box against the boxes behind it in the order of lower edges, up to the first
// one that starts beyond its upper edge.
//
// Everything is read forwards. A step of the inner loop rejects 16 boxes by their cross codes with
// one branch; what passes is tested exactly, and hits collect in a buffer so that the visitor runs
// outside of that loop. Candidates = pairs that overlap on the sweep axis; their number does not
// depend on the back end.
#pragma once

#include <bit>

#include "sapwood/core/sweep/cross_code.hpp"
#include "sapwood/geometry/aabb_packet.hpp"

namespace sapwood::sweep {

// Boxes by ascending lower edge on `axis`, in packets. Behind the last packet `low` goes on for
// kLowPadding entries of +infinity, which end every scan; unused lanes hold inverted boxes.
template <int Dim>
struct SweepView {
  static constexpr u32 kLowPadding = 4 * kLanes;

  const AabbPacket<Dim>* packets;
  const Id* ids;     // by position
  const f32* low;    // by position: lower edge on the axis
  const u32* codes;  // by position, see cross_code.hpp
  u32 count;
  u32 axis;
};

// Forward scan of one box.
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

  // Four packets at once: whether any code of theirs passes.
  bool any_of_four(u32 packet) const {
    using namespace simd;
    Mask4 passed = pass(packet);
    for (u32 next = 1; next < 4; ++next) passed = mask_or(passed, pass(packet + next));
    return any(passed);
  }
  bool any_of_one(u32 packet) const { return simd::any(pass(packet)); }

  // Exact test of the lanes in `allowed`; the sweep axis is tested again, so that lanes behind the
  // end of the scan drop out.
  void collect(u32 packet, u32 allowed) {
    const u32 hits = overlap_bits(splat_, view_.packets[packet]) & allowed;
    const simd::U32x4 ids = simd::U32x4::load(view_.ids + packet * kLanes);
    found_ += simd::compress_store(hits_ + found_, ids, hits);
  }

  // Hands the collected hits to the visitor; false when it wants no more.
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
  Id hits_[kRoom + kLanes];  // compress_store always writes four
};

// Visits every overlapping pair once, in the order of the list; adds the candidates it tested.
// False when the visitor ended it.
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
