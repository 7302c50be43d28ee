// What a column store holds for each place: the copies of boxes, and what the scans read of them.
//
// Layout, by place (bytes in 3D, 2D):
//   records  ColumnRecord: box, positions, id, homes 40, 32
//   ends     first place beyond the scan              4, 4
//   codes    lower and upper, per cross axis          4, 2    one byte each, an array for each
// Records hold the boxes although the items do: a million boxes are not in the cache when the sweep
// asks for them by id, but those of a column are.
#pragma once

#include "sapwood/core/sweep/column_references.hpp"

namespace sapwood::sweep {

// `homes` has a bit for each cross axis on which this column is the lower cell of the box; none in
// the column of the large boxes.
template <int Dim>
struct ColumnRecord {
  Aabb<Dim> box;
  ColumnTag tag;
  Id id;
  u32 homes;
};
static_assert(sizeof(ColumnRecord<2>) == 32 && sizeof(ColumnRecord<3>) == 40);

template <int Dim>
class ColumnPlaces {
 public:
  using Record = ColumnRecord<Dim>;
  static constexpr u32 kCodeArrays = ColumnReferences<Dim>::kCodeArrays;
  static constexpr u32 kPadding = 32;  // bytes that a step of the scan may read beyond a run

  // The places of a column, counted from its first one.
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

  // False when memory failed.
  [[nodiscard]] bool resize(size_t places) {
    for (auto& codes : codes_) {
      if (!codes.resize(places + kPadding, 0)) return false;
    }
    return records_.resize(places) && ends_.resize(places);
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

}  // namespace sapwood::sweep
