// Copies of boxes in the columns of a grid, and the storage of these copies.
#pragma once

#include <algorithm>

#include "sapwood/base/radix_sort.hpp"
#include "sapwood/structures/sweep/sweep_and_prune/grid.hpp"

namespace sapwood::sweep {

// Copies of boxes in the columns of a grid.
//
// The tag of a copy contains its positions, for the sort and the sweep of its column. A box that
// touches more than kMaxSpan cells on an axis is large. It has only one copy, in an extra column
// after the columns of the grid, with codes that refer to the whole grid.

// Positions of a box in a column: the buckets of both edges and, for each cross axis, the codes of
// both edges. They are written as whole words, because reading bytes as a word right after writing
// them one by one stalls the processor.
struct ColumnTag {
  u32 buckets;  // lower edge in the low half, upper edge in the high half
  u32 codes;    // one byte each, first code in the lowest byte

  static ColumnTag of(const Span& span) { return {span.low | span.high << 16, 0}; }

  u32 low() const { return buckets & 0xFFFF; }
  u32 high() const { return buckets >> 16; }
  u8 code(u32 array) const { return static_cast<u8>(codes >> 8 * array); }
  void add_code(u32 array, u32 code) { codes |= code << 8 * array; }

  friend bool operator==(const ColumnTag& a, const ColumnTag& b) {
    return a.buckets == b.buckets && a.codes == b.codes;
  }
};
static_assert(sizeof(ColumnTag) == 8);

template <int Dim>
class ColumnReferences {
 public:
  static constexpr u32 kCross = Dim - 1;
  static constexpr u32 kCodeArrays = 2 * kCross;
  static constexpr u32 kOwnsAll = (1u << kCross) - 1;
  static constexpr u32 kMaxSpan = 4;  // maximum number of cells of a box on one axis

  explicit ColumnReferences(const ColumnGrid<Dim>& grid) : grid_(grid) {}

  u32 copies_of(const Aabb<Dim>& box) const {
    const Placement<Dim> placement = grid_.place(box);
    if (widest(placement) >= kMaxSpan) return 1;
    u32 copies = 1;
    for (const Span& span : placement.cross) copies *= steps_of(span) + 1;
    return copies;
  }

  // Returns the tag of a box in a column that it touches. `owner_mask` receives a bit for each
  // cross axis on which the column is the lower cell of the box.
  ColumnTag tag_in(u32 column, const Placement<Dim>& placement, u32& owner_mask) const {
    owner_mask = 0;
    const Cell cell = cell_of(column);
    for (u32 cross = 0; cross < kCross; ++cross) {
      const u32 home = placement.cross[cross].low >> ColumnGrid<Dim>::kCodeBits;
      owner_mask |= home == cell.at[cross] ? 1u << cross : 0u;
    }
    return tag_of(column, placement);
  }

  // Calls visit(column, owner_mask, tag, id) for every copy of every box. Stops and returns false
  // if visit() returns false. Large boxes have an owner mask of 0. The visitor is copied so that
  // the loop can keep it in registers.
  template <class Visit>
  bool for_each(const ItemStore<Dim>& items, Visit visit) const {
    const ColumnGrid<Dim> grid = grid_;  // local copy, which writes of the visitor cannot alias
    const Aabb<Dim>* const boxes = items.boxes();
    const bool dense = items.dense();
    const Id end = dense ? items.size() : kNone;
    for (Id id = dense ? 0 : items.first(); id != end; id = dense ? id + 1 : items.next(id)) {
      const Placement<Dim> placement = grid.place(boxes[id]);
      ColumnTag tag = ColumnTag::of(placement.buckets);
      u32 apart = 0, column = 0;
      for (u32 cross = 0; cross < kCross; ++cross) {
        const Span& span = placement.cross[cross];
        apart |= span.high ^ span.low;
        column = column * grid.cells(cross) + (span.low >> kBits);
        tag.codes |= ((span.low & kLast) | (span.high & kLast) << 8) << 16 * cross;
      }
      const bool alone = apart >> kBits == 0;
      if (!(alone ? visit(column, kOwnsAll, tag, id) : visit_apart(boxes[id], id, visit))) {
        return false;
      }
    }
    return true;
  }

 private:
  static constexpr u32 kBits = ColumnGrid<Dim>::kCodeBits;
  static constexpr u32 kLast = ColumnGrid<Dim>::kCodes - 1;

  static u32 steps_of(const Span& span) { return (span.high >> kBits) - (span.low >> kBits); }
  static u32 widest(const Placement<Dim>& placement) {
    u32 widest = 0;
    for (const Span& span : placement.cross) widest = std::max(widest, steps_of(span));
    return widest;
  }

  // Visits the copies of a box that touches several cells.
  template <class Visit>
  [[gnu::noinline]] bool visit_apart(const Aabb<Dim>& box, Id id, Visit visit) const {
    const Placement<Dim> placement = grid_.place(box);
    if (widest(placement) < kMaxSpan) return visit_copies(placement, id, visit);
    const u32 large = grid_.columns();
    return visit(large, 0u, tag_of(large, placement), id);
  }

  template <class Visit>
  [[gnu::always_inline]] bool visit_copies(const Placement<Dim>& placement, Id id,
                                           Visit& visit) const {
    ColumnTag tag = ColumnTag::of(placement.buckets);
    const Span first = placement.cross[0];
    const u32 a0 = first.low >> kBits, a1 = first.high >> kBits;
    for (u32 a = a0; a <= a1; ++a) {
      const u32 codes = codes_in(a, first);
      const u32 home = a == a0 ? 1u : 0u;
      if constexpr (kCross == 1) {
        tag.codes = codes;
        if (!visit(a, home, tag, id)) return false;
      } else {
        const Span second = placement.cross[1];
        const u32 b0 = second.low >> kBits, b1 = second.high >> kBits;
        for (u32 b = b0; b <= b1; ++b) {
          tag.codes = codes | codes_in(b, second) << 16;
          const u32 owner_mask = home | (b == b0 ? 2u : 0u);
          if (!visit(a * grid_.cells(1) + b, owner_mask, tag, id)) return false;
        }
      }
    }
    return true;
  }

  struct Cell {
    u32 at[kCross];
  };

  Cell cell_of(u32 column) const {
    if constexpr (kCross == 1) {
      return {{column}};
    } else {
      return {{column / grid_.cells(1), column % grid_.cells(1)}};
    }
  }

  // Returns the tag of a box in a column. Codes of large boxes refer to the whole grid.
  ColumnTag tag_of(u32 column, const Placement<Dim>& placement) const {
    if (column != grid_.columns()) return tag_at(cell_of(column), placement);
    ColumnTag tag = ColumnTag::of(placement.buckets);
    for (u32 cross = 0; cross < kCross; ++cross) {
      const Span& span = placement.cross[cross];
      tag.add_code(2 * cross, span.low / grid_.cells(cross));
      tag.add_code(2 * cross + 1, span.high / grid_.cells(cross));
    }
    return tag;
  }

  static ColumnTag tag_at(const Cell& cell, const Placement<Dim>& placement) {
    ColumnTag tag = ColumnTag::of(placement.buckets);
    for (u32 cross = 0; cross < kCross; ++cross) {
      tag.codes |= codes_in(cell.at[cross], placement.cross[cross]) << 16 * cross;
    }
    return tag;
  }

  // Returns the codes of the two edges of a span in one of its cells.
  static u32 codes_in(u32 cell, const Span& span) {
    const u32 low = cell == span.low >> kBits ? span.low & kLast : 0;
    const u32 high = cell == span.high >> kBits ? span.high & kLast : kLast;
    return low | high << 8;
  }

  const ColumnGrid<Dim>& grid_;
};

// Arrays of a column store: the copies of boxes, and data for the scans. A place is an index of
// these arrays.
//
// Layout, by place (bytes in 3D, 2D):
//   records  ColumnRecord: box, positions, id, mask  40, 32
//   ends     first place after the scan               4, 4
//   codes    lower and upper, per cross axis          4, 2    one byte each, one array each
// Records duplicate the boxes of the items, because a million boxes do not fit into the cache, but
// the records of one column do.

// Copy of a box in a column. `owner_mask` has a bit for each cross axis on which the column is the
// lower cell of the box. It is 0 in the column of large boxes.
template <int Dim>
struct ColumnRecord {
  Aabb<Dim> box;
  ColumnTag tag;
  Id id;
  u32 owner_mask;
};
static_assert(sizeof(ColumnRecord<2>) == 32 && sizeof(ColumnRecord<3>) == 40);

template <int Dim>
class ColumnPlaces {
 public:
  using Record = ColumnRecord<Dim>;
  static constexpr u32 kCodeArrays = ColumnReferences<Dim>::kCodeArrays;
  static constexpr u32 kPadding = 32;  // bytes that a step of the scan can read past a run

  // Arrays of one column, starting at its first place.
  struct Run {
    Record* records;
    u32* ends;
    u8* codes[kCodeArrays];

    void put(u32 at, const Record& record) const {
      records[at] = record;
      put_codes(at, record.tag);
    }
    void put_codes(u32 at, const ColumnTag& tag) const {
      for (u32 array = 0; array < kCodeArrays; ++array) codes[array][at] = tag.code(array);
    }
  };
  Run from(u32 start) {
    Run run{records_.data() + start, ends_.data() + start, {}};
    for (u32 array = 0; array < kCodeArrays; ++array) {
      run.codes[array] = codes_[array].data() + start;
    }
    return run;
  }

  const Record* records() const { return records_.data(); }
  const u32* ends() const { return ends_.data(); }
  const u8* codes(u32 array) const { return codes_[array].data(); }
  const Record& operator[](u32 place) const { return records_[place]; }

  [[nodiscard]] bool resize(size_t places) {
    for (auto& codes : codes_) {
      if (!codes.resize(places + kPadding, 0)) return false;
    }
    return records_.resize(places) && ends_.resize(places);
  }

  bool sparse() const { return records_.sparse(); }
  [[gnu::cold, gnu::noinline]] void shrink() {
    records_.shrink();
    ends_.shrink();
    for (auto& codes : codes_) codes.shrink();
  }

  size_t byte_length() const {
    size_t bytes = records_.byte_length() + ends_.byte_length();
    for (const auto& codes : codes_) bytes += codes.byte_length();
    return bytes;
  }

 private:
  Array<Record> records_;
  Array<u32> ends_;
  Array<u8> codes_[kCodeArrays];
};

// Codes by rank instead of position, for crowded columns.
//
// A scene can have most of its boxes in one small region, where their position codes would be
// equal. The codes of a crowded column are computed from its own boxes instead. 255 limits divide
// the sorted lower edges of the column into 256 groups of nearly equal numbers of edges. The code
// of a coordinate is the number of limits that are at most this coordinate. This map is monotone,
// and its resolution follows the density of the boxes. Cost: 32 comparisons per box in 3D, in
// crowded columns only.
template <int Dim>
class RankQuantizer {
 public:
  static constexpr u32 kLimits = ColumnGrid<Dim>::kCodes - 1;

  u32 column() const { return column_; }
  void set_column(u32 column) { column_ = column; }

  // Computes the limits between the codes of a cross axis. `edges` are the sorted lower edges and
  // must not be empty.
  void set_limits(u32 cross, const Array<KeyedIndex>& edges) {
    for (u32 i = 0; i < kLimits; ++i) {
      const u64 at = u64{edges.size()} * (i + 1) / (kLimits + 1);
      limits_[cross][i] = edges[static_cast<size_t>(at)].key;
    }
  }

  void encode(const ColumnGrid<Dim>& grid, const Aabb<Dim>& box, ColumnTag& tag) const {
    tag.codes = 0;
    for (u32 cross = 0; cross < ColumnGrid<Dim>::kCross; ++cross) {
      const u32 axis = grid.cross_axis(cross);
      tag.add_code(2 * cross, code(cross, box.min[axis]));
      tag.add_code(2 * cross + 1, code(cross, box.max[axis]));
    }
  }

 private:
  u32 code(u32 cross, f32 value) const {
    const u32* const limits = limits_[cross];
    return static_cast<u32>(std::upper_bound(limits, limits + kLimits, sortable_key(value)) -
                            limits);
  }

  u32 column_;
  u32 limits_[ColumnGrid<Dim>::kCross][kLimits];  // sortable keys, ascending
};

}  // namespace sapwood::sweep
