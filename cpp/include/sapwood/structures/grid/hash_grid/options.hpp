// Options of the hash grid.
#pragma once

#include "sapwood/core/options.hpp"

namespace sapwood {

enum class GridStorage : u8 {
  kHash,    // cells are found by hashing their coordinates
  kDense,   // the finest cells of the populated region are found by their place in an array
  kMorton,  // like kHash; cells lie in memory along Morton's curve
  kRows,    // every item is in one cell; cells and their boxes lie row after row
};

struct HashGridOptions {
  f32 cell_size = 0;  // side of the finest cells, world units; 0: chosen from the items
  GridStorage storage = GridStorage::kRows;

  template <class V>
  void describe(V& v) {
    static constexpr const char* kStorages[] = {"hash", "dense", "morton", "rows"};
    v.number("cellSize", cell_size, 0, 1e18);
    v.choice("storage", storage, ChoiceNames(kStorages));
  }
};

// The same with one way of storing, so that nothing else is compiled: what a game takes.
struct RowsOnlyOptions {
  static constexpr GridStorage storage = GridStorage::kRows;
  f32 cell_size = 0;
  GridStorage chosen = storage;  // as it came from outside

  bool valid() const { return chosen == storage; }

  template <class V>
  void describe(V& v) {
    HashGridOptions all{cell_size, chosen};
    all.describe(v);
    cell_size = all.cell_size;
    chosen = all.storage;
  }
};

}  // namespace sapwood
