// What the tests of the hash grid share.
#pragma once

#include "sapwood/structures/grid/hash_grid/hash_grid.hpp"
#include "structures/index_cases.hpp"

namespace sapwood::test {

// Lists, where nothing else is said.
inline HashGridOptions grid_options(f32 cell_size, GridStorage storage = GridStorage::kHash) {
  HashGridOptions options;
  options.cell_size = cell_size;
  options.storage = storage;
  return options;
}

inline constexpr GridStorage kListStorages[] = {GridStorage::kHash, GridStorage::kDense,
                                                GridStorage::kMorton};
inline constexpr GridStorage kStorages[] = {GridStorage::kRows, GridStorage::kHash,
                                            GridStorage::kDense, GridStorage::kMorton};

// Entries of all cells, from the outside.
template <int Dim>
size_t entries_of(const HashGrid<Dim>& grid) {
  NodeDump dump;
  EXPECT_TRUE(grid.dump(dump).ok());
  return dump.items.size();
}

}  // namespace sapwood::test
