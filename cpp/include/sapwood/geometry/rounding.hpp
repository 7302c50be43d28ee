#pragma once

#include <cmath>

#include "sapwood/base/types.hpp"

namespace sapwood {

// Returns the largest float32 that is not above the value.
inline f32 rounded_down(f64 value) {
  const f32 near = static_cast<f32>(value);
  return static_cast<f64>(near) > value ? std::nextafter(near, -HUGE_VALF) : near;
}
// Returns the smallest float32 that is not below the value.
inline f32 rounded_up(f64 value) { return -rounded_down(-value); }

}  // namespace sapwood
