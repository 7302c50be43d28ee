// Integer generators, with the same numbers in TypeScript (web/scenes/src/random.ts).
#pragma once

#include <cmath>
#include <cstdint>
#include <random>

namespace sapwood::test {

// Tommy Ettinger's mulberry32: 32 bits of state, one full period.
class Mulberry32 {
 public:
  explicit Mulberry32(std::uint32_t seed) : state_(seed) {}

  std::uint32_t next() {
    state_ += 0x6d2b79f5u;
    std::uint32_t mixed = (state_ ^ (state_ >> 15)) * (state_ | 1u);
    mixed = (mixed + (mixed ^ (mixed >> 7)) * (mixed | 61u)) ^ mixed;
    return mixed ^ (mixed >> 14);
  }

  // Returns a double in [0, 1), exact because 32 bits fit into its mantissa.
  double unit() { return next() / 4294967296.0; }

  // Returns an integer in [0, limit).
  int below(int limit) { return static_cast<int>(std::floor(unit() * limit)); }

 private:
  std::uint32_t state_;
};

// Returns a uniform integer in [low, high], by the rejection method of the D standard library.
inline int draw_between(std::mt19937& random, int low, int high) {
  const std::uint32_t range = static_cast<std::uint32_t>(high - low) + 1;
  for (;;) {
    const std::uint32_t drawn = static_cast<std::uint32_t>(random());
    const std::uint32_t offset = drawn % range;
    if (drawn - offset <= 0xffffffffu - (range - 1)) return low + static_cast<int>(offset);
  }
}

}  // namespace sapwood::test
