// Store of the boxes by column. Boxes are streamed into the columns of a grid, and each column is
// sorted while it is in the cache.
//
// A column is a run [starts[c], starts[c] + counts[c]) of the places (references.hpp). Runs have
// unused places at the end (slack), so that the next frame can stream into the same runs without
// counting first. The last column contains the large boxes, which are in no other column. The
// copies of a column are sorted by the bucket of the lower edge and, within a bucket, by id. A scan
// continues to the end of the bucket of the upper edge, so no finer order is needed. If buckets are
// too coarse for a column (kCoarse), the column is sorted by its lower edges. If a column is
// crowded (kCrowded), it has its own codes. Cost: O(n + columns * buckets), where the grid makes
// both terms about equal.
#pragma once

#include "sapwood/structures/sweep/sweep_and_prune/references.hpp"

namespace sapwood::sweep {

template <int Dim>
class ColumnStore {
 public:
  using Copies = ColumnReferences<Dim>;
  using Places = ColumnPlaces<Dim>;
  using Record = ColumnRecord<Dim>;
  static constexpr u32 kCodeArrays = Copies::kCodeArrays;
  static constexpr u32 kOwnsAll = Copies::kOwnsAll;
  static constexpr u32 kCoarse = 64;     // candidates per box at which buckets may be too coarse
  static constexpr u32 kCrowded = 256;   // candidates per box at which a column is crowded
  static constexpr u32 kSlackShare = 8;  // the slack is 1/8 of a run plus kSlack
  static constexpr u32 kSlack = 16;

  const ColumnGrid<Dim>& grid() const { return grid_; }
  u32 columns() const { return grid_.columns(); }
  u32 large_column() const { return grid_.columns(); }
  // Returns the number of columns, including the column of large boxes; 0 before lay_out().
  u32 runs() const { return laid_out() ? grid_.columns() + 1 : 0; }
  u32 first(u32 column) const { return starts_[column]; }
  u32 count(u32 column) const { return counts_[column]; }
  u32 end(u32 column) const { return starts_[column] + counts_[column]; }
  // Returns the maximum number of buckets between the edges of a box of a column.
  u32 reach(u32 column) const { return reaches_[column]; }
  u64 copy_count() const { return copies_; }
  Copies copies() const { return Copies(grid_); }
  // Returns the number of pairs of copies that scans compare.
  u64 candidates() const { return candidates_; }

  // Returns whether a copy is the primary copy of its item. Each item has one primary copy.
  bool is_primary(u32 column, u32 place) const {
    return places_[place].owner_mask == kOwnsAll || column == large_column();
  }
  const Record& record(u32 place) const { return places_[place]; }
  const ColumnTag& tag(u32 place) const { return places_[place].tag; }
  const Record* records() const { return places_.records(); }
  const u32* ends() const { return places_.ends(); }
  const u8* codes(u32 array) const { return places_.codes(array); }

  // Returns whether the last lay_out() succeeded.
  bool laid_out() const { return !starts_.empty(); }

  // Allocates the runs of the columns for a grid and the items. Returns false if allocation fails.
  [[nodiscard]] bool lay_out(const ItemStore<Dim>& items, const ColumnGrid<Dim>& grid) {
    grid_ = grid;
    if (make_runs(items)) return true;
    starts_.clear();
    return false;
  }

  // Streams the boxes into the columns. Returns false if a run is full. The caller must then call
  // lay_out().
  [[nodiscard]] bool stream(const ItemStore<Dim>& items) {
    const u32 columns = static_cast<u32>(counts_.size());
    const u32* const starts = starts_.data();
    const Aabb<Dim>* const boxes = items.boxes();
    u32* const ends = counts_.data();  // current ends of the runs
    Record* const records = places_.from(0).records;
    for (u32 column = 0; column < columns; ++column) ends[column] = starts[column];
    const bool fits =
        copies().for_each(items, [=](u32 column, u32 owner_mask, ColumnTag tag, Id id) {
          const u32 at = ends[column];
          if (at == starts[column + 1]) return false;
          ends[column] = at + 1;
          records[at] = {boxes[id], tag, id, owner_mask};
          return true;
        });
    for (u32 column = 0; column < columns; ++column) ends[column] -= starts[column];
    return fits;
  }

  [[nodiscard]] bool sort() {
    copies_ = candidates_ = 0;
    crowds_.clear();
    for (u32 column = 0; column < counts_.size(); ++column) {
      u64 candidates = sort_by_bucket(column);
      if (candidates > u64{kCoarse} * counts_[column] && too_coarse(candidates)) {
        if (!sort_by_edge(column, candidates)) return false;
      }
      const bool crowded = candidates > u64{kCrowded} * counts_[column];
      if (crowded && !set_rank_codes(column)) return false;
      candidates_ += candidates;
      copies_ += counts_[column];
    }
    return true;
  }

  // See ColumnReferences::tag_in().
  ColumnTag tag_in(u32 column, const Aabb<Dim>& box, u32& owner_mask) const {
    ColumnTag tag = copies().tag_in(column, grid_.place(box), owner_mask);
    for (const RankQuantizer<Dim>& crowd : crowds_) {
      if (crowd.column() == column) crowd.encode(grid_, box, tag);
    }
    return tag;
  }

  bool sparse() const { return places_.sparse(); }
  [[gnu::cold, gnu::noinline]] void shrink() {
    starts_.shrink();
    counts_.shrink();
    reaches_.shrink();
    places_.shrink();
    buckets_.shrink();
    keys_.release();
    key_scratch_.release();
    crowds_.shrink();
    scratch_.shrink();
  }

  size_t byte_length() const {
    return starts_.byte_length() + counts_.byte_length() + reaches_.byte_length() +
           places_.byte_length() + buckets_.byte_length() + keys_.byte_length() +
           key_scratch_.byte_length() + scratch_.byte_length() + crowds_.byte_length();
  }

 private:
  [[nodiscard]] bool make_runs(const ItemStore<Dim>& items) {
    const size_t columns = size_t{grid_.columns()} + 1;
    if (!starts_.resize(columns + 1) || !counts_.resize(columns) || !reaches_.resize(columns)) {
      return false;
    }
    for (u32& count : counts_) count = 0;
    if (columns == 2) {
      counts_[0] = items.size();
    } else {
      copies().for_each(items, [counts = counts_.data()](u32 column, u32, ColumnTag, Id) {
        ++counts[column];
        return true;
      });
    }
    u64 sum = 0;
    u32 longest = 0;
    for (u32 column = 0; column < columns; ++column) {
      const u32 run = counts_[column] + counts_[column] / kSlackShare + kSlack;
      starts_[column] = static_cast<u32>(sum);
      longest = std::max(longest, run);
      sum += run;
    }
    if (sum >= kNone / 2) return false;
    starts_[columns] = static_cast<u32>(sum);
    return scratch_.resize(longest) && buckets_.resize(grid_.buckets()) &&
           places_.resize(static_cast<size_t>(sum));
  }

  // Sorts a column by a stable counting sort. Returns the number of candidate pairs. Afterwards,
  // buckets_ contains the end of each bucket, relative to the start of the column.
  u64 sort_by_bucket(u32 column) {
    const u32 count = counts_[column];
    reaches_[column] = 0;
    if (count == 0) return 0;
    const u32 buckets = grid_.buckets();
    const Record* const records = places_.records() + starts_[column];
    Record* const sorted = scratch_.data();
    u32* const next = buckets_.data();  // size, then first free place of each bucket
    std::memset(next, 0, buckets * sizeof(u32));
    for (u32 i = 0; i < count; ++i) ++next[records[i].tag.low()];
    u32 place = 0;
    for (u32 bucket = 0; bucket < buckets; ++bucket) {
      const u32 size = next[bucket];
      next[bucket] = place;
      place += size;
    }
    for (u32 i = 0; i < count; ++i) sorted[next[records[i].tag.low()]++] = records[i];
    return copy_sorted(column);
  }

  // Copies the sorted records from scratch_ to their column and computes the end of each scan.
  // Returns the number of candidate pairs.
  u64 copy_sorted(u32 column) {
    const u32 start = starts_[column];
    const u32 count = counts_[column];
    const Record* const sorted = scratch_.data();
    const u32* const beyond = buckets_.data();
    const typename Places::Run run = places_.from(start);
    u64 ends = 0;
    u32 reach = 0;
    for (u32 i = 0; i < count; ++i) {
      const Record record = sorted[i];
      const u32 end = beyond[record.tag.high()];
      run.put(i, record);
      run.ends[i] = start + end;
      ends += end;
      reach = std::max(reach, record.tag.high() - record.tag.low());
    }
    reaches_[column] = reach;
    return ends - u64{count} * (count + 1) / 2;
  }

  // Sorts the lower edges of a column on an axis. keys_ receives the edges with their places within
  // the column. Returns false if allocation fails.
  [[nodiscard]] bool sort_edges(u32 column, u32 axis) {
    const u32 count = counts_[column];
    const Record* const records = places_.records() + starts_[column];
    keys_.clear();
    if (!keys_.reserve(count) || !key_scratch_.reserve(count)) return false;
    for (u32 i = 0; i < count; ++i) {
      keys_.push_unchecked({sortable_key(records[i].box.min[axis]), i});
    }
    return radix_sort(keys_, key_scratch_);
  }

  [[nodiscard]] bool set_rank_codes(u32 column) {
    const typename Places::Run run = places_.from(starts_[column]);
    if (!crowds_.reserve_more(1)) return false;
    RankQuantizer<Dim> crowd;
    crowd.set_column(column);
    for (u32 cross = 0; cross < ColumnGrid<Dim>::kCross; ++cross) {
      if (!sort_edges(column, grid_.cross_axis(cross))) return false;
      crowd.set_limits(cross, keys_);
    }
    for (u32 i = 0; i < counts_[column]; ++i) {
      Record& record = run.records[i];
      crowd.encode(grid_, record.box, record.tag);
      run.put_codes(i, record.tag);
    }
    crowds_.push_unchecked(crowd);
    return true;
  }

  // Returns whether in more than a quarter of the candidate pairs, both lower edges are in the same
  // bucket.
  bool too_coarse(u64 candidates) const {
    u64 shared = 0;
    u32 begin = 0;
    for (const u32 end : buckets_) {
      const u64 size = end - begin;
      shared += size * (size - 1) / 2;
      begin = end;
    }
    return shared > candidates / 4;
  }

  // Sorts a column by lower edge, then by bucket and id. Returns false if allocation fails.
  [[nodiscard]] bool sort_by_edge(u32 column, u64& candidates) {
    const u32 start = starts_[column];
    const u32 count = counts_[column];
    const u32 axis = grid_.axis();
    if (!sort_edges(column, axis)) return false;
    const typename Places::Run run = places_.from(start);
    for (u32 i = 0; i < count; ++i) scratch_[i] = run.records[keys_[i].index];
    candidates = 0;
    for (u32 i = 0; i < count; ++i) {
      const Record record = scratch_[i];
      const u32 upper = sortable_key(record.box.max[axis]);
      const KeyedIndex* const beyond =
          std::upper_bound(keys_.begin() + i, keys_.end(), upper,
                           [](u32 value, const KeyedIndex& entry) { return value < entry.key; });
      const u32 end = static_cast<u32>(beyond - keys_.begin());
      run.put(i, record);
      run.ends[i] = start + end;
      candidates += end - i - 1;
    }
    return true;
  }

  ColumnGrid<Dim> grid_;
  Array<u32> starts_;   // by column, followed by the end of the last run
  Array<u32> counts_;   // by column
  Array<u32> reaches_;  // by column
  Places places_;
  Array<u32> buckets_;  // buckets of the column that was sorted last
  Array<KeyedIndex> keys_;
  Array<KeyedIndex> key_scratch_;
  Array<RankQuantizer<Dim>> crowds_;  // for the crowded columns
  Array<Record> scratch_;             // as long as the longest run
  u64 copies_ = 0;
  u64 candidates_ = 0;
};

}  // namespace sapwood::sweep
