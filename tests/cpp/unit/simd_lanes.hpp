// Inputs and comparisons of the SIMD tests, such as extreme float lanes. Each operation runs on the
// selected back end and on the scalar back end, and both are compared with a scalar expression.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <limits>
#include <random>
#include <vector>

#include "sapwood/base/types.hpp"
#include "sapwood/simd/f32x4.hpp"
#include "sapwood/simd/scalar.hpp"

namespace sapwood::simd_test {

using Lanes = std::array<f32, 4>;
using WordLanes = std::array<u32, 4>;

constexpr u32 kSeed = 20251;

inline const std::vector<f32>& extreme_floats() {
  static const std::vector<f32> values = [] {
    using Limits = std::numeric_limits<f32>;
    std::vector<f32> list = {0.0f, -0.0f, 1.0f, -1.0f, 1.5f, 3.0f, -7.25f, 16777216.0f, 0.1f};
    for (const f32 magnitude : {Limits::infinity(), Limits::max(), Limits::min(), 1e30f, 1e-30f,
                                Limits::denorm_min(), Limits::denorm_min() * 3.0f}) {
      list.push_back(magnitude);
      list.push_back(-magnitude);
    }
    // quiet NaNs of both signs and with a payload, and a signaling NaN
    for (const u32 word : {0x7fc00000u, 0xffc00000u, 0x7fc12345u, 0x7fa00001u}) {
      list.push_back(std::bit_cast<f32>(word));
    }
    std::mt19937 random(kSeed);
    while (list.size() < 45) list.push_back(static_cast<f32>(random() % 2000001) / 1000.0f - 1000);
    while (list.size() < 61) list.push_back(std::bit_cast<f32>(static_cast<u32>(random())));
    return list;
  }();
  return values;
}

// Returns four consecutive values of the list, starting at `first`. If `first` takes each position
// of the list, each value is in each lane once.
inline Lanes float_lanes(std::size_t first) {
  const std::vector<f32>& list = extreme_floats();
  const std::size_t n = list.size();
  return {list[first % n], list[(first + 1) % n], list[(first + 2) % n], list[(first + 3) % n]};
}

inline WordLanes word_lanes(std::mt19937& random) {
  const auto word = [&random] { return static_cast<u32>(random()); };
  return {word(), word(), word(), word()};
}

enum class Nan { kSameBits, kAnyNan };

inline bool same(f32 a, f32 b, Nan rule) {
  if (rule == Nan::kAnyNan && std::isnan(a) && std::isnan(b)) return true;
  return std::bit_cast<u32>(a) == std::bit_cast<u32>(b);
}

inline testing::AssertionResult same_lanes(const Lanes& found, const Lanes& expected, Nan rule) {
  for (std::size_t i = 0; i < 4; ++i) {
    if (same(found[i], expected[i], rule)) continue;
    return testing::AssertionFailure()
           << std::hex << "lane " << i << " is " << std::bit_cast<u32>(found[i]) << ", expected "
           << std::bit_cast<u32>(expected[i]);
  }
  return testing::AssertionSuccess();
}

template <typename V>
Lanes floats_of(V v) {
  Lanes out;
  store(out.data(), v);
  return out;
}

template <typename V>
WordLanes words_of(V v) {
  WordLanes out;
  store(out.data(), v);
  return out;
}

// Calls check(a, b) for every ordered pair of extreme values, each pair in each of the four lanes.
// Stops at the first failure.
template <typename Check>
void for_all_pairs(Check check) {
  const std::size_t n = extreme_floats().size();
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      check(float_lanes(i), float_lanes(j));
      if (testing::Test::HasFailure()) {
        FAIL() << "with float_lanes(" << i << ") and float_lanes(" << j << "), seed " << kSeed;
      }
    }
  }
}

template <typename Op, typename Plain>
void expect_binary(Op op, Plain plain, Nan rule) {
  for_all_pairs([&](const Lanes& a, const Lanes& b) {
    Lanes expected;
    for (std::size_t i = 0; i < 4; ++i) expected[i] = plain(a[i], b[i]);
    const auto selected = op(simd::F32x4::load(a.data()), simd::F32x4::load(b.data()));
    const auto oracle =
        op(simd::scalar::F32x4::load(a.data()), simd::scalar::F32x4::load(b.data()));
    EXPECT_TRUE(same_lanes(floats_of(selected), expected, rule)) << simd::kBackEnd;
    EXPECT_TRUE(same_lanes(floats_of(oracle), expected, rule)) << "scalar";
  });
}

template <typename Op, typename Plain>
void expect_comparison(Op op, Plain plain) {
  for_all_pairs([&](const Lanes& a, const Lanes& b) {
    u32 expected = 0;
    for (std::size_t i = 0; i < 4; ++i) expected |= plain(a[i], b[i]) ? 1u << i : 0u;
    const auto selected = op(simd::F32x4::load(a.data()), simd::F32x4::load(b.data()));
    const auto oracle =
        op(simd::scalar::F32x4::load(a.data()), simd::scalar::F32x4::load(b.data()));
    EXPECT_EQ(bits(selected), expected) << simd::kBackEnd;
    EXPECT_EQ(bits(oracle), expected) << "scalar";
  });
}

template <typename Op, typename Plain>
void expect_unary(Op op, Plain plain, Nan rule) {
  for (std::size_t i = 0; i < extreme_floats().size(); ++i) {
    const Lanes a = float_lanes(i);
    Lanes expected;
    for (std::size_t k = 0; k < 4; ++k) expected[k] = plain(a[k]);
    const auto selected = op(simd::F32x4::load(a.data()));
    const auto oracle = op(simd::scalar::F32x4::load(a.data()));
    ASSERT_TRUE(same_lanes(floats_of(selected), expected, rule)) << "float_lanes(" << i << ")";
    ASSERT_TRUE(same_lanes(floats_of(oracle), expected, rule)) << "float_lanes(" << i << ")";
  }
}

// Compares a reduction `op` with `plain`, which computes it in its documented order.
template <typename Op, typename Plain>
void expect_reduction(Op op, Plain plain, Nan rule) {
  std::mt19937 random(kSeed);
  for (int round = 0; round < 20000; ++round) {
    Lanes v;
    for (f32& x : v) x = extreme_floats()[random() % extreme_floats().size()];
    const f32 expected = plain(v);
    const f32 selected = op(simd::F32x4::load(v.data()));
    const f32 oracle = op(simd::scalar::F32x4::load(v.data()));
    ASSERT_TRUE(same(selected, expected, rule)) << "round " << round << ", seed " << kSeed;
    ASSERT_TRUE(same(oracle, expected, rule)) << "round " << round << ", seed " << kSeed;
  }
}

template <typename Op, typename Plain>
void expect_words(Op op, Plain plain) {
  std::mt19937 random(kSeed);
  for (int round = 0; round < 2000; ++round) {
    const WordLanes a = word_lanes(random);
    const WordLanes b = word_lanes(random);
    WordLanes expected;
    for (std::size_t i = 0; i < 4; ++i) expected[i] = plain(a[i], b[i]);
    const auto selected = op(simd::U32x4::load(a.data()), simd::U32x4::load(b.data()));
    const auto oracle =
        op(simd::scalar::U32x4::load(a.data()), simd::scalar::U32x4::load(b.data()));
    ASSERT_EQ(words_of(selected), expected) << "round " << round << ", seed " << kSeed;
    ASSERT_EQ(words_of(oracle), expected) << "round " << round << ", seed " << kSeed;
  }
}

}  // namespace sapwood::simd_test
