// Search for all overlapping pairs of the boxes in a column store.
//
// First step: each box is compared with 32 following boxes at once, by one-byte codes of both edges
// on each cross axis. If some of these boxes may overlap, a PairMask is stored, without a branch.
// Second step, once enough masks are stored: the boxes themselves are compared, and the pairs are
// written to a buffer, again without a branch. Large boxes are compared with each other as one
// column, and with every column that they touch. A pair is reported only in the column that, on
// each cross axis, is the lower cell of one of its two boxes.
#pragma once

#include <bit>

#include "sapwood/base/pair_set.hpp"
#include "sapwood/core/pair_visitors.hpp"
#include "sapwood/simd/u8x16.hpp"
#include "sapwood/structures/sweep/sweep_and_prune/store.hpp"

namespace sapwood::sweep {

template <int Dim, class Visitor>
class ColumnPairs {
 public:
  using Store = ColumnStore<Dim>;
  using Record = ColumnRecord<Dim>;

  ColumnPairs(const Store& store, Visitor& visit) : store_(store), visit_(visit) {}

  // Adds the number of candidate pairs to `candidates`. Returns false if the visitor stopped the
  // search.
  bool run(u64& candidates) {
    if (store_.runs() == 0) return true;
    for (u32 column = 0; column < store_.runs(); ++column) {
      if (!sweep(column)) return false;
    }
    candidates += store_.candidates();
    const u32 large = store_.large_column();
    for (u32 at = store_.first(large); at < store_.end(large); ++at) {
      if (!meet_columns(at, candidates)) return false;
    }
    return confirm(mask_count_) && visit_pairs(visit_, pairs_, found_);
  }

 private:
  static constexpr u32 kStep = 32;
  static_assert(kStep <= Store::Places::kPadding);
  static constexpr u32 kMasks = 512;
  static constexpr u32 kPairs = 1024;
  static constexpr u32 kAllAxes = (1u << Dim) - 1;

  // Boxes that may overlap the box of a record. Bit i of `bits` stands for the box at place + i.
  struct PairMask {
    u32 record;
    u32 owner_mask;  // combined with the owner mask of the record
    u32 place;
    u32 bits;
  };

  // Comparison of the codes of one box with the codes of 32 boxes.
  class Codes {
   public:
    explicit Codes(const Store& store) {
      for (u32 array = 0; array < kArrays; ++array) codes_[array] = store.codes(array);
    }
    void set(u32 place) {
      for (u32 array = 0; array < kArrays; ++array) {
        own_[array] = simd::U8x16::splat(codes_[array][place]);
      }
    }
    void set(const ColumnTag& tag) {
      for (u32 array = 0; array < kArrays; ++array) {
        own_[array] = simd::U8x16::splat(tag.code(array));
      }
    }
    // Returns a bit mask. Bit i is set if the box at place + i may overlap the box of the last
    // set().
    u32 bits(u32 place) const { return sixteen(place) | sixteen(place + 16) << 16; }

   private:
    u32 sixteen(u32 place) const {
      using namespace simd;
      U8x16 apart = U8x16::splat(0);
      for (u32 array = 0; array < kArrays; array += 2) {
        const U8x16 low = U8x16::load(codes_[array] + place);
        const U8x16 high = U8x16::load(codes_[array + 1] + place);
        apart = bit_or(apart, sub_sat(low, own_[array + 1]));
        apart = bit_or(apart, sub_sat(own_[array], high));
      }
      return zero_bits(apart);
    }

    static constexpr u32 kArrays = Store::kCodeArrays;
    const u8* codes_[kArrays];
    simd::U8x16 own_[kArrays];
  };

  bool sweep(u32 column) {
    const u32 end = store_.end(column);
    const u32 owner_mask = column == store_.large_column() ? Store::kOwnsAll : 0;
    const u32* const ends = store_.ends();
    Codes codes(store_);
    u32 mask_count = mask_count_;
    for (u32 place = store_.first(column); place < end; ++place) {
      codes.set(place);
      if (!scan(codes, place, owner_mask, {place + 1, ends[place]}, mask_count)) return false;
    }
    mask_count_ = mask_count;
    return true;
  }

  struct Run {
    u32 first;
    u32 end;
  };

  // Stores, as PairMask objects, the boxes in `run` that may overlap the box of `record`.
  // `mask_count` is a parameter, because a local variable of the caller stays in a register.
  [[gnu::always_inline]] bool scan(const Codes& codes, u32 record, u32 owner_mask, Run run,
                                   u32& mask_count) {
    u32 place = run.first;
    for (; place + kStep < run.end; place += kStep) {
      if (!add_mask(record, owner_mask, place, codes.bits(place), mask_count)) return false;
    }
    const u32 rest = static_cast<u32>((u64{1} << (run.end - place)) - 1);
    return add_mask(record, owner_mask, place, codes.bits(place) & rest, mask_count);
  }

  [[gnu::always_inline]] bool add_mask(u32 record, u32 owner_mask, u32 place, u32 bits,
                                       u32& mask_count) {
    masks_[mask_count] = {record, owner_mask, place, bits};
    mask_count += bits != 0 ? 1 : 0;
    if (mask_count < kMasks) return true;
    return confirm(std::exchange(mask_count, 0));
  }

  // Compares the boxes of the stored PairMask objects, one bit of each mask per round, so that no
  // branch depends on the number of bits in a mask.
  [[gnu::noinline]] bool confirm(u32 mask_count) {
    while (mask_count != 0) {
      if (found_ + mask_count > kPairs) {
        if (!visit_pairs(visit_, pairs_, found_)) return false;
        found_ = 0;
      }
      mask_count = confirm_first(mask_count);
    }
    return true;
  }

  // Compares the first box of each mask. Returns the number of masks that have more bits.
  u32 confirm_first(u32 mask_count) {
    const Record* const records = store_.records();
    u32 found = found_;
    u32 kept = 0;
    for (u32 i = 0; i < mask_count; ++i) {
      const PairMask each = masks_[i];
      const Record& one = records[each.record];
      const Record& other = records[each.place + static_cast<u32>(std::countr_zero(each.bits))];
      const u32 mine =
          ((each.owner_mask | one.owner_mask | other.owner_mask) + 1) >> ColumnGrid<Dim>::kCross;
      pairs_[found] = in_order(one.id, other.id);
      found += touching(one, other) & mine;
      const u32 left = each.bits & (each.bits - 1);
      masks_[kept] = {each.record, each.owner_mask, each.place, left};
      kept += left != 0 ? 1 : 0;
    }
    found_ = found;
    return kept;
  }

  // Returns 1 if the boxes of two records overlap, otherwise 0. Some engines compile a comparison
  // of the bits to a branch, so arithmetic is used. Lanes after the axes contain other members of
  // the record and are ignored.
  static u32 touching(const Record& a, const Record& b) {
    using namespace simd;
    const Mask4 touching = mask_and(le(F32x4::load(a.box.min), F32x4::load(b.box.max)),
                                    le(F32x4::load(b.box.min), F32x4::load(a.box.max)));
    return ((bits(touching) & kAllAxes) + 1) >> Dim;
  }

  // Returns (smaller id, larger id). Uses arithmetic, because engines compile a selection to an
  // unpredictable branch.
  static IdPair in_order(Id a, Id b) {
    const u32 below = static_cast<u32>((u64{a} - u64{b}) >> 32);  // all bits when a < b
    const u32 change = (a ^ b) & below;
    return {b ^ change, a ^ change};
  }

  bool meet_columns(u32 large, u64& candidates) {
    constexpr u32 kBits = ColumnGrid<Dim>::kCodeBits;
    const ColumnGrid<Dim>& grid = store_.grid();
    const Placement<Dim> placement = grid.place(store_.record(large).box);
    const Span first = placement.cross[0];
    for (u32 a = first.low >> kBits; a <= first.high >> kBits; ++a) {
      if constexpr (Dim == 2) {
        if (!meet_column(large, a, candidates)) return false;
      } else {
        const Span second = placement.cross[1];
        for (u32 b = second.low >> kBits; b <= second.high >> kBits; ++b) {
          if (!meet_column(large, a * grid.cells(1) + b, candidates)) return false;
        }
      }
    }
    return true;
  }

  bool meet_column(u32 large, u32 column, u64& candidates) {
    if (store_.count(column) == 0) return true;
    u32 owner_mask = 0;
    const ColumnTag tag = store_.tag_in(column, store_.record(large).box, owner_mask);
    const u32 reach = store_.reach(column);
    const u32 from = first_not_below(column, tag.low() > reach ? tag.low() - reach : 0);
    const u32 end = first_not_below(column, tag.high() + 1);
    if (from >= end) return true;
    candidates += end - from;
    Codes codes(store_);
    codes.set(tag);
    return scan(codes, large, owner_mask, {from, end}, mask_count_);
  }

  u32 first_not_below(u32 column, u32 bucket) const {
    u32 low = store_.first(column);
    u32 high = store_.end(column);
    while (low < high) {
      const u32 middle = low + (high - low) / 2;
      if (store_.tag(middle).low() < bucket) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  const Store& store_;
  Visitor& visit_;
  u32 mask_count_ = 0;
  u32 found_ = 0;
  PairMask masks_[kMasks];
  IdPair pairs_[kPairs];
};

// Visits every overlapping pair once, as (smaller id, larger id). Adds the number of candidate
// pairs to `candidates`. Returns false if the visitor stopped the search.
template <int Dim, class Visitor>
bool column_pairs(const ColumnStore<Dim>& store, u64& candidates, Visitor&& visit) {
  return ColumnPairs<Dim, std::remove_reference_t<Visitor>>(store, visit).run(candidates);
}

}  // namespace sapwood::sweep
