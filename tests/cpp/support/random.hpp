// Random generator of the conformance suites, with the same sequence on every platform.
//
// SplitMix64 (Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014). Floats
// come from 24 random bits by one exact conversion and one rounded multiply-add without fusion.
#pragma once

#include "sapwood/base/types.hpp"

namespace sapwood::test {

class Random {
 public:
  explicit Random(u64 seed) : state_(seed) {}

  u64 next() {
    u64 word = state_ += 0x9E3779B97F4A7C15u;
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9u;
    word = (word ^ word >> 27) * 0x94D049BB133111EBu;
    return word ^ word >> 31;
  }
  // Returns 0 .. bound - 1; bound > 0.
  u32 below(u32 bound) { return static_cast<u32>((next() >> 32) * bound >> 32); }
  bool one_in(u32 bound) { return below(bound) == 0; }
  // Returns a number in [0, 1).
  f32 unit() { return static_cast<f32>(next() >> 40) * 0x1p-24f; }
  f32 between(f32 min, f32 max) { return min + (max - min) * unit(); }

 private:
  u64 state_;
};

}  // namespace sapwood::test
