// Keys of space-filling curves. In the order of keys, every cell is visited once, and consecutive
// Hilbert cells share a face.
#include "sapwood/geometry/curve_key.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace sapwood::test {
namespace {

template <int Dim>
using CellOf = std::array<u32, Dim>;

// Returns all cells of a grid of 2^bits cells per side, in key order. For the keys, the cell
// coordinates are the highest bits, and all lower bits are 0.
template <int Dim, class Curve>
std::vector<CellOf<Dim>> cells_along(u32 bits) {
  std::vector<std::pair<u32, CellOf<Dim>>> cells;
  for (u32 index = 0; index < 1u << (bits * Dim); ++index) {
    CellOf<Dim> cell;
    Cells4<Dim> at{};
    for (u32 axis = 0; axis < Dim; ++axis) {
      cell[axis] = index >> (axis * bits) & ((1u << bits) - 1);
      at.v[axis][2] = cell[axis] << (kCellBits<Dim> - bits);
    }
    cells.emplace_back(Curve{}.key(at, 2), cell);
  }
  std::sort(cells.begin(), cells.end());
  std::vector<CellOf<Dim>> order;
  for (size_t i = 0; i < cells.size(); ++i) {
    EXPECT_TRUE(i == 0 || cells[i].first != cells[i - 1].first) << "two cells share a key";
    order.push_back(cells[i].second);
  }
  return order;
}

// Returns the number of steps to a cell that shares no face with the preceding cell.
template <int Dim>
u32 jumps(const std::vector<CellOf<Dim>>& order) {
  u32 count = 0;
  for (size_t i = 1; i < order.size(); ++i) {
    u32 distance = 0;
    for (u32 axis = 0; axis < Dim; ++axis) {
      distance += order[i][axis] > order[i - 1][axis] ? order[i][axis] - order[i - 1][axis]
                                                      : order[i - 1][axis] - order[i][axis];
    }
    count += distance == 1 ? 0 : 1;
  }
  return count;
}

TEST(CurveKey, Consecutive_hilbert_cells_share_a_face) {
  for (u32 bits = 1; bits <= 5; ++bits) {
    EXPECT_EQ((jumps<2>(cells_along<2, HilbertCurve<2>>(bits))), 0u) << bits;
  }
  for (u32 bits = 1; bits <= 4; ++bits) {
    EXPECT_EQ((jumps<3>(cells_along<3, HilbertCurve<3>>(bits))), 0u) << bits;
  }
}

TEST(CurveKey, The_highest_bits_of_a_fine_key_are_the_coarse_key) {
  const std::vector<CellOf<2>> coarse = cells_along<2, HilbertCurve<2>>(2);
  const std::vector<CellOf<2>> fine = cells_along<2, HilbertCurve<2>>(4);
  for (size_t i = 0; i < fine.size(); ++i) {
    EXPECT_EQ(fine[i][0] / 4, coarse[i / 16][0]);
    EXPECT_EQ(fine[i][1] / 4, coarse[i / 16][1]);
  }
}

TEST(CurveKey, Morton_interleaves_the_bits_of_the_axes) {
  Cells4<2> flat{};
  flat.v[0][1] = 0x5555;
  flat.v[1][1] = 0xFFFF;
  EXPECT_EQ(MortonCurve<2>{}.key(flat, 1), 0xBBBBBBBBu);
  Cells4<3> deep{};
  deep.v[2][0] = 0x3FF;
  EXPECT_EQ(MortonCurve<3>{}.key(deep, 0), 0x24924924u);
  EXPECT_GT((jumps<2>(cells_along<2, MortonCurve<2>>(4))), 100u);
}

TEST(CurveKey, Cells_span_the_grid_and_a_flat_axis_is_one_cell) {
  const f32 least[] = {-2, 6};
  const f32 most[] = {10, 6};
  AabbPacket<2> boxes = empty_packet<2>();
  boxes.set(0, {{-1, 3}, {-1, 3}});
  boxes.set(1, {{5, 3}, {5, 3}});
  boxes.set(2, {{1, 3}, {3, 3}});
  boxes.set(3, {{1, 3}, {1, 3}});
  const Cells4<2> cells = CellGrid<2>(least, most).cells_of(boxes);
  EXPECT_EQ(cells.v[0][0], 0u);
  EXPECT_EQ(cells.v[0][1], 65535u);
  EXPECT_EQ(cells.v[0][2], 32768u);
  EXPECT_LT(cells.v[0][3], 32768u);
  for (const u32 cell : cells.v[1]) EXPECT_EQ(cell, 0u);
}

}  // namespace
}  // namespace sapwood::test
