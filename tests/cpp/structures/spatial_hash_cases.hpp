// Shared code of the tests of the spatial hash.
#pragma once

#include "sapwood/structures/grid/spatial_hash/spatial_hash.hpp"
#include "structures/index_cases.hpp"

namespace sapwood::test {

inline SpatialHashOptions hash_options(f32 cell_size, CellStorage storage = CellStorage::kHash) {
  SpatialHashOptions options;
  options.cell_size = cell_size;
  options.storage = storage;
  return options;
}

inline constexpr CellStorage kStorages[] = {CellStorage::kHash, CellStorage::kDense,
                                            CellStorage::kMorton};

template <int Dim>
size_t entries_of(const SpatialHash<Dim>& grid) {
  NodeDump dump;
  EXPECT_TRUE(grid.dump(dump).ok());
  return dump.items.size();
}

}  // namespace sapwood::test
