/// @file
/// Options of the hash grid.
#pragma once

#include "sapwood/core/options.hpp"

namespace sapwood {

/// Storage of cells.
enum class GridStorage : u8 {
  kHash,    ///< Cells are found by a hash of their coordinates.
  kDense,   ///< The finest cells of the populated region are found by index in an array.
  kMorton,  ///< Like kHash, with cells stored in Morton order.
  kRows,    ///< Each item is in one cell, and cells and boxes are stored row after row.
};

/// Options of the hash grid.
struct HashGridOptions {
  f32 cell_size = 0;  ///< Side of the finest cells in world units; 0: computed from the items.
  GridStorage storage = GridStorage::kRows;

  template <class V>
  void describe(V& v) {
    static constexpr const char* kStorages[] = {"hash", "dense", "morton", "rows"};
    v.number("cellSize", cell_size, 0, 1e18);
    v.choice("storage", storage, ChoiceNames(kStorages));
  }
};

/// Options with a single kind of storage, so that the others are not compiled. Small modules use
/// these options.
struct RowsOnlyOptions {
  static constexpr GridStorage storage = GridStorage::kRows;
  f32 cell_size = 0;
  GridStorage chosen = storage;  ///< Storage that the caller passed.

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
