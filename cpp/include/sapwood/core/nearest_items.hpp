// Visitor of a search for the k nearest items. It collects the items and shrinks the search radius.
//
// The exact distance of a single item is computed at once, and the k nearest items are kept in
// order. If k is small, packets of items are first stored with float32 bounds of their squared
// distances. The k smallest bounds shrink the radius without a conditional branch. Exact distances
// are computed later, only for items within the radius. A bound is within 6 units in the last place
// of the squared distance (geometry/distance.hpp). The radius is widened by kRelative and kTiny, so
// it never excludes a result.
#pragma once

#include <bit>

#include "sapwood/base/k_smallest.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/core/visitors.hpp"
#include "sapwood/geometry/distance.hpp"

namespace sapwood {

// The smallest numbers of a sequence, at most kMax of them, in ascending order in vectors. Adding a
// number takes one minimum and one maximum operation per vector.
class LeastBounds {
 public:
  static constexpr size_t kMax = 16;

  // `count` specifies how many numbers are collected, 1 .. kMax. Unused lanes contain -infinity.
  explicit LeastBounds(size_t count) : used_((static_cast<u32>(count) + kLanes - 1) / kLanes) {
    for (u32 i = 0; i < used_; ++i) least_[i] = simd::F32x4::splat(HUGE_VALF);
    least_[0] = simd::select(simd::first_lanes(used_ * kLanes - static_cast<u32>(count)),
                             simd::F32x4::splat(-HUGE_VALF), least_[0]);
  }

  [[gnu::always_inline]] void add(f32 number) { merge(simd::F32x4::splat(number)); }
  void add(simd::F32x4 numbers) {
    merge(simd::F32x4::splat(simd::get<0>(numbers)));
    merge(simd::F32x4::splat(simd::get<1>(numbers)));
    merge(simd::F32x4::splat(simd::get<2>(numbers)));
    merge(simd::F32x4::splat(simd::get<3>(numbers)));
  }
  // Returns the largest of the collected numbers, or infinity if fewer than `count` numbers were
  // added.
  f32 last() const { return simd::get<3>(least_[used_ - 1]); }

 private:
  [[gnu::always_inline]] void merge(simd::F32x4 number) {
    for (u32 i = used_; i-- > 0;) {
      const simd::F32x4 before = i > 0 ? least_[i - 1] : simd::F32x4::splat(-HUGE_VALF);
      least_[i] = simd::min(least_[i], simd::max(simd::shift_in(before, least_[i]), number));
    }
  }

  simd::F32x4 least_[kMax / kLanes];
  u32 used_;
};

template <int Dim>
class NearestItems : public ItemVisitor<NearestItems<Dim>> {
 public:
  // `best` collects the k nearest items. It is complete after finish().
  NearestItems(const ItemStore<Dim>& items, const Filter& filter, DistanceQuery<Dim>& query,
               KSmallest& best)
      : items_(items),
        filter_(filter),
        query_(query),
        best_(best),
        least_(best.capacity() < LeastBounds::kMax ? best.capacity() : LeastBounds::kMax),
        takes_packets_(best.capacity() <= LeastBounds::kMax && !items.filtered() &&
                       Filter{}.accepts(filter)) {}

  static constexpr bool kUsesBounds = true;
  size_t result_limit() const { return best_.capacity(); }

  bool test(Id id) { return test_box(id, items_.box(id)); }
  bool test_box(Id id, const Aabb<Dim>& box) {
    KeyedId found{0, id};
    if (!query_.measure(box, found.key) || !items_.accepts(id, filter_)) return true;
    if (!best_.offer(found)) return true;
    if (by_packets_) {
      least_.add(static_cast<f32>(found.key));
      shrink_radius();
    } else if (best_.full()) {
      query_.shrink(best_.largest().key);
    }
    return true;
  }

  template <class Query>
  bool passed_bounds(const Query&, const Id* ids, const AabbPacket<Dim>& boxes, simd::F32x4 bounds,
                     u32 lanes) {
    return lanes == 0 || packet(ids, boxes, bounds);
  }
  [[gnu::noinline]] bool packet(const Id* ids, const AabbPacket<Dim>& boxes, simd::F32x4 bounds) {
    if (!takes_packets_) return each(ids, boxes, query_.in_reach4(bounds));
    if (!by_packets_) begin_packets();
    if (held_ == kMaxHeld) measure_held();
    packets_[held_++] = {bounds, ids, &boxes};
    least_.add(bounds);
    shrink_radius();
    return true;
  }

  void finish() { measure_held(); }

 private:
  static constexpr u32 kMaxHeld = 32;
  static constexpr f64 kRelative = 1.0 + 1e-6;
  static constexpr f64 kTiny = 1e-37;

  struct Held {
    simd::F32x4 bounds;
    const Id* ids;
    const AabbPacket<Dim>* boxes;
  };

  void begin_packets() {
    by_packets_ = true;
    for (const KeyedId& kept : best_.entries()) least_.add(static_cast<f32>(kept.key));
  }

  [[gnu::always_inline]] void shrink_radius() {
    const f64 limit = static_cast<f64>(least_.last()) * kRelative + kTiny;
    if (limit < query_.limit()) query_.shrink(limit);
  }

  bool each(const Id* ids, const AabbPacket<Dim>& boxes, u32 lanes) {
    for (; lanes != 0; lanes &= lanes - 1) {
      const u32 lane = static_cast<u32>(std::countr_zero(lanes));
      if (!test_box(ids[lane], boxes.get(lane))) return false;
    }
    return true;
  }

  // Computes the exact distances of the stored items within the radius. The first loop collects the
  // positions of these items without a conditional branch, because the results of the tests are
  // unpredictable.
  void measure_held() {
    using namespace simd;
    u32 places[(kMaxHeld + 1) * kLanes];  // compress_store() always writes four values
    u32 count = 0;
    for (u32 i = 0; i < held_; ++i) {
      const U32x4 lanes = add(U32x4::splat(i * kLanes), U32x4::set(0, 1, 2, 3));
      count += compress_store(places + count, lanes, query_.in_reach4(packets_[i].bounds));
    }
    held_ = 0;
    KeyedId found[KSmallest::kMaxRanked];
    for (u32 i = 0; i < count;) {
      u32 measured = 0;
      for (; i < count && measured < KSmallest::kMaxRanked; ++i) {
        const Held& held = packets_[places[i] / kLanes];
        const u32 lane = places[i] % kLanes;
        found[measured].id = held.ids[lane];
        measured += query_.measure(held.boxes->get(lane), found[measured].key) ? 1 : 0;
      }
      best_.offer_many(found, measured);
    }
  }

  const ItemStore<Dim>& items_;
  const Filter& filter_;
  DistanceQuery<Dim>& query_;
  KSmallest& best_;
  LeastBounds least_;  // bounds of all items, after the first packet
  Held packets_[kMaxHeld];
  u32 held_ = 0;
  const bool takes_packets_;
  bool by_packets_ = false;  // after the first packet, the bounds shrink the radius
};

}  // namespace sapwood
