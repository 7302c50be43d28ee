// Keys of 32 bits along the Morton order and the Hilbert curve, computed with tables.
//
// Cells have 16 bits per axis in 2D and 10 in 3D, so one radix sort of 32-bit keys is sufficient. A
// step of the Hilbert curve processes one bit per axis. It produces one digit of the key and
// selects the orientation of the rest of the curve, which is one of Dim * 2^Dim states. The tables
// combine several steps: 4 bits per axis in 2D (4 KB), 2 bits in 3D (3 KB). Source of the steps:
// Hamilton and Rau-Chaplin, Compact Hilbert indices, 2008.
#pragma once

#include <cmath>

#include "sapwood/geometry/aabb_packet.hpp"

namespace sapwood {

template <int Dim>
inline constexpr u32 kCellBits = Dim == 2 ? 16 : 10;

template <int Dim>
struct Cells4 {
  u32 v[Dim][kLanes];
};

// Maps the doubled centers of boxes to cells. An axis without extent has only one cell.
template <int Dim>
class CellGrid {
 public:
  // `least` and `most` are the minimum and the maximum of all doubled centers.
  CellGrid(const f32 (&least)[Dim], const f32 (&most)[Dim]) {
    for (int axis = 0; axis < Dim; ++axis) {
      const f32 scale = kCells / (most[axis] - least[axis]);
      origin_[axis] = simd::F32x4::splat(least[axis]);
      scale_[axis] = simd::F32x4::splat(std::isfinite(scale) ? scale : 0.0f);
    }
  }

  Cells4<Dim> cells_of(const AabbPacket<Dim>& boxes) const {
    using namespace simd;
    Cells4<Dim> cells;
    for (int axis = 0; axis < Dim; ++axis) {
      const F32x4 center =
          add(F32x4::load_aligned(boxes.min[axis]), F32x4::load_aligned(boxes.max[axis]));
      alignas(16) f32 at[kLanes];
      store_aligned(at, min(mul(sub(center, origin_[axis]), scale_[axis]), last_));
      for (u32 lane = 0; lane < kLanes; ++lane) {
        cells.v[axis][lane] = static_cast<u32>(static_cast<i32>(at[lane]));
      }
    }
    return cells;
  }

 private:
  static constexpr f32 kCells = static_cast<f32>(1u << kCellBits<Dim>);

  const simd::F32x4 last_ = simd::F32x4::splat(kCells - 1);
  simd::F32x4 origin_[Dim];
  simd::F32x4 scale_[Dim];
};

// Spreads the bits of a cell number: inserts Dim - 1 zeros after each bit.
template <int Dim>
constexpr u32 spread_bits(u32 v) {
  if constexpr (Dim == 2) {
    v = (v | v << 8) & 0x00FF00FFu;
    v = (v | v << 4) & 0x0F0F0F0Fu;
    v = (v | v << 2) & 0x33333333u;
    return (v | v << 1) & 0x55555555u;
  } else {
    v = (v | v << 16) & 0x030000FFu;
    v = (v | v << 8) & 0x0300F00Fu;
    v = (v | v << 4) & 0x030C30C3u;
    return (v | v << 2) & 0x09249249u;
  }
}

template <int Dim>
struct MortonCurve {
  u32 key(const Cells4<Dim>& cells, u32 lane) const {
    u32 key = 0;
    for (int axis = 0; axis < Dim; ++axis) key |= spread_bits<Dim>(cells.v[axis][lane]) << axis;
    return key;
  }
};

struct HilbertStep {
  u32 digit;
  u32 state;
};

// Computes a step of the curve. A state is (entry corner * Dim + direction). `corner` contains one
// bit of the cell number of each axis.
template <int Dim>
constexpr HilbertStep hilbert_step(u32 state, u32 corner) {
  constexpr u32 kMask = (1u << Dim) - 1;
  const u32 entry = state / Dim;
  const u32 direction = state % Dim;
  const u32 turn = (direction + 1) % Dim;
  const auto left = [](u32 v, u32 by) { return (v << by | v >> (Dim - by)) & kMask; };
  const auto right = [](u32 v, u32 by) { return (v >> by | v << (Dim - by)) & kMask; };
  const auto gray = [](u32 v) { return v ^ v >> 1; };
  const auto trailing_ones = [](u32 v) {
    u32 count = 0;
    for (; v & 1; v >>= 1) ++count;
    return count;
  };
  const u32 turned = right(corner ^ entry, turn);
  u32 digit = 0;
  while (gray(digit) != turned) ++digit;
  const u32 from = digit == 0 ? 0 : gray((digit - 1) / 2 * 2);
  const u32 along = digit == 0 ? 0 : trailing_ones(digit % 2 == 0 ? digit - 1 : digit) % Dim;
  return {digit, (entry ^ left(from, turn)) * Dim + (direction + along + 1) % Dim};
}

// Table of all steps, with one bit per axis. An entry is digit | state << Dim.
template <int Dim>
struct HilbertSteps {
  static constexpr u32 kStates = Dim << Dim;

  u8 entries[kStates][1u << Dim] = {};

  constexpr HilbertSteps() {
    for (u32 state = 0; state < kStates; ++state) {
      for (u32 corner = 0; corner < 1u << Dim; ++corner) {
        const HilbertStep step = hilbert_step<Dim>(state, corner);
        entries[state][corner] = static_cast<u8>(step.digit | step.state << Dim);
      }
    }
  }
};

template <int Dim>
inline constexpr HilbertSteps<Dim> kHilbertSteps;

// Table that combines several steps in one look-up. An entry is digits | state << (Dim * kBits).
template <int Dim>
struct HilbertTable {
  static constexpr u32 kBits = Dim == 2 ? 4 : 2;
  static constexpr u32 kEntries = 1u << (Dim * kBits);
  static constexpr u32 kStates = HilbertSteps<Dim>::kStates;

  u16 entries[kStates][kEntries];

  // Returns the table, which is computed on first use. As constant data, it would be a twentieth of
  // the download size.
  [[gnu::noinline]] static const HilbertTable& get() {
    static const HilbertTable table;
    return table;
  }

 private:
  HilbertTable() {
    for (u32 first = 0; first < kStates; ++first) {
      for (u32 index = 0; index < kEntries; ++index) {
        HilbertStep at{0, first};
        for (u32 bit = kBits; bit-- > 0;) {
          u32 corner = 0;
          for (int axis = 0; axis < Dim; ++axis) {
            corner |= (index >> (static_cast<u32>(axis) * kBits + bit) & 1) << axis;
          }
          const u32 step = kHilbertSteps<Dim>.entries[at.state][corner];
          at = {at.digit << Dim | (step & ((1u << Dim) - 1)), step >> Dim};
        }
        entries[first][index] = static_cast<u16>(at.digit | at.state << (Dim * kBits));
      }
    }
  }
};

template <int Dim>
struct HilbertCurve {
  u32 key(const Cells4<Dim>& cells, u32 lane) const {
    using Table = HilbertTable<Dim>;
    constexpr u32 kMask = (1u << Table::kBits) - 1;
    u32 key = 0;
    u32 state = 0;
    for (u32 bit = kCellBits<Dim>; bit > 0;) {
      bit -= Table::kBits;
      u32 index = 0;
      for (int axis = 0; axis < Dim; ++axis) {
        index |= (cells.v[axis][lane] >> bit & kMask) << (static_cast<u32>(axis) * Table::kBits);
      }
      const u32 entry = table.entries[state][index];
      key = key << (Dim * Table::kBits) | (entry & (Table::kEntries - 1));
      state = entry >> (Dim * Table::kBits);
    }
    return key;
  }

  const HilbertTable<Dim>& table = HilbertTable<Dim>::get();
};

}  // namespace sapwood
