// Search for all overlapping pairs of items in a spatial hash. Each pair is reported once.
//
// Two overlapping items of one level share at least one cell. The pair is reported only in the cell
// of the lower corner of their intersection, so no set of reported pairs is needed. An item is also
// compared with the items of each coarser level, in the cells of that level that its box covers.
#pragma once

#include <bit>

#include "sapwood/core/item_store.hpp"
#include "sapwood/core/stats.hpp"
#include "sapwood/geometry/aabb_packet.hpp"
#include "sapwood/structures/grid/spatial_hash/cell_lists.hpp"

namespace sapwood::spatialhash {

// Copy of up to kRoom entries of a cell, in packets for SIMD.
template <int Dim>
struct Batch {
  static constexpr u32 kRoom = 32;

  Id ids[kRoom];
  Aabb<Dim> boxes[kRoom];
  AabbPacket<Dim> packets[kRoom / kLanes];
  u32 count;
};

template <int Dim, class Visitor>
class PairSearch {
 public:
  using Box = Aabb<Dim>;
  using Key = CellKey<Dim>;

  PairSearch(const ItemStore<Dim>& items, const CellLists<Dim>& lists, const Lattice<Dim>& lattice,
             QueryCounters& counters, Visitor& visit)
      : items_(items), lists_(lists), lattice_(lattice), counters_(counters), visit_(visit) {}

  bool run() {
    u32 used = 0;
    for (u32 level = 0; level < lists_.level_end(); ++level) {
      if (lists_.level(level).items == 0) continue;
      used_[used++] = level;
    }
    for (u32 index = 0; index < lists_.cell_count(); ++index) {
      const Cell<Dim>& cell = lists_.cell(index);
      inverse_ = lattice_.inverse(cell.key.level);
      if (cell.count > 1 &&
          !(cell.count <= kMaxSmallCell ? within_small(cell) : within_large(cell))) {
        return false;
      }
    }
    return used < 2 || across_levels(used);
  }

 private:
  // Maximum number of items that are compared one by one. Copying so few items for SIMD would cost
  // more.
  static constexpr u32 kMaxSmallCell = 8;

  bool reported_in(const Key& key, const Box& a, const Box& b) const {
    bool here = true;
    for (int axis = 0; here && axis < Dim; ++axis) {
      const f32 corner = a.min[axis] > b.min[axis] ? a.min[axis] : b.min[axis];
      here = Lattice<Dim>::cell(corner, inverse_[axis]) == key.at[axis];
    }
    return here;
  }

  bool within_small(const Cell<Dim>& cell) {
    const Box* boxes[kMaxSmallCell];
    Id ids[kMaxSmallCell];
    u32 count = 0;
    for (u32 at = cell.head; at != kNone; at = lists_.entry(at).next) {
      ids[count] = lists_.entry(at).id();
      boxes[count] = &items_.box(ids[count]);
      ++count;
    }
    counters_.item_tests += count * (count - 1) / 2;
    for (u32 a = 0; a + 1 < count; ++a) {
      for (u32 b = a + 1; b < count; ++b) {
        if (!overlaps(*boxes[a], *boxes[b])) continue;
        if (reported_in(cell.key, *boxes[a], *boxes[b]) && !visit_(ids[a], ids[b])) return false;
      }
    }
    return true;
  }

  bool within_large(const Cell<Dim>& cell) {
    counters_.item_tests += u64{cell.count} * (cell.count - 1) / 2;
    Batch<Dim> left;
    Batch<Dim> right;
    for (u32 at = cell.head; at != kNone;) {
      at = copy(at, left);
      if (!compare(cell.key, left, left, true)) return false;
      for (u32 later = at; later != kNone;) {
        later = copy(later, right);
        if (!compare(cell.key, left, right, false)) return false;
      }
    }
    return true;
  }

  // Fills a batch with the entries from `at` on. Returns the entry after the batch.
  u32 copy(u32 at, Batch<Dim>& batch) const {
    u32 count = 0;
    for (; at != kNone && count < Batch<Dim>::kRoom; at = lists_.entry(at).next) {
      batch.ids[count] = lists_.entry(at).id();
      batch.boxes[count] = items_.box(batch.ids[count]);
      batch.packets[count / kLanes].set(count % kLanes, batch.boxes[count]);
      ++count;
    }
    batch.count = count;
    for (; count % kLanes != 0; ++count) batch.packets[count / kLanes].set_empty(count % kLanes);
    return at;
  }

  // Compares each item of `left` with all items of `right`. If `behind` is true, both are the same
  // batch, and each item is compared only with the items after it.
  bool compare(const Key& key, const Batch<Dim>& left, const Batch<Dim>& right, bool behind) {
    const u32 packets = (right.count + kLanes - 1) / kLanes;
    for (u32 a = 0; a < left.count; ++a) {
      const SplatBox<Dim> box(left.boxes[a]);
      const u32 first = behind ? a / kLanes : 0;
      u32 allowed = behind ? 0xEu << a % kLanes & 0xFu : 0xFu;
      for (u32 packet = first; packet < packets; ++packet, allowed = 0xFu) {
        u32 hits = overlap_bits(box, right.packets[packet]) & allowed;
        for (; hits != 0; hits &= hits - 1) {
          const u32 b = packet * kLanes + static_cast<u32>(std::countr_zero(hits));
          if (reported_in(key, left.boxes[a], right.boxes[b]) &&
              !visit_(left.ids[a], right.ids[b])) {
            return false;
          }
        }
      }
    }
    return true;
  }

  bool across_levels(u32 used) {
    for (u32 index = 0; index < lists_.cell_count(); ++index) {
      const Cell<Dim>& cell = lists_.cell(index);
      for (u32 at = cell.head; at != kNone; at = lists_.entry(at).next) {
        const Entry& entry = lists_.entry(at);
        if (!entry.home()) continue;
        for (u32 i = used; i-- > 0 && used_[i] > cell.key.level;) {
          if (!with_level(entry.id(), used_[i])) return false;
        }
      }
    }
    return true;
  }

  // Compares one item with the items of a coarser level.
  bool with_level(Id id, u32 level) {
    const Box& box = items_.box(id);
    CellRange<Dim> range = lattice_.cover_at(box, level);
    if (!range.clip(lists_.level(level).bounds)) return true;
    inverse_ = lattice_.inverse(level);
    Key key = range.first();
    do {
      const u32 index = lists_.find(key);
      if (index == kNone) continue;
      const Cell<Dim>& cell = lists_.cell(index);
      counters_.item_tests += cell.count;
      for (u32 at = cell.head; at != kNone; at = lists_.entry(at).next) {
        const Id other = lists_.entry(at).id();
        const Box& large = items_.box(other);
        if (!overlaps(box, large)) continue;
        if (reported_in(key, box, large) && !visit_(id, other)) return false;
      }
    } while (range.advance(key));
    return true;
  }

  const ItemStore<Dim>& items_;
  const CellLists<Dim>& lists_;
  const Lattice<Dim>& lattice_;
  QueryCounters& counters_;
  Visitor& visit_;
  typename Lattice<Dim>::Scale inverse_{};  // of the current level
  u32 used_[kLevels];
};

}  // namespace sapwood::spatialhash
