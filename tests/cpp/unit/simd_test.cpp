// Float lanes: arithmetic, extremes, comparisons, reductions. Every operation runs on the selected
// back end and on the scalar back end. Both must equal the scalar result for all extreme values.

#include "simd_lanes.hpp"

namespace sapwood::simd_test {
namespace {

// A build that falls back to scalar lanes would pass all other tests.
TEST(SimdBackEnd, the_selected_back_end_follows_the_compiler_flags) {
#if defined(SAPWOOD_SIMD_SCALAR)
  const char* const expected = "scalar";
#elif defined(__wasm_simd128__)
  const char* const expected = "wasm";
#elif defined(__SSE4_1__)
  const char* const expected = "sse";
#elif defined(__aarch64__)
  const char* const expected = "neon";
#else
  const char* const expected = "scalar";
#endif
  EXPECT_STREQ(simd::kBackEnd, expected);
}

TEST(SimdArithmetic, add_is_the_ieee_sum_of_each_lane) {
  expect_binary([](auto a, auto b) { return add(a, b); }, [](f32 a, f32 b) { return a + b; },
                Nan::kAnyNan);
}

TEST(SimdArithmetic, sub_is_the_ieee_difference_of_each_lane) {
  expect_binary([](auto a, auto b) { return sub(a, b); }, [](f32 a, f32 b) { return a - b; },
                Nan::kAnyNan);
}

TEST(SimdArithmetic, mul_is_the_ieee_product_of_each_lane) {
  expect_binary([](auto a, auto b) { return mul(a, b); }, [](f32 a, f32 b) { return a * b; },
                Nan::kAnyNan);
}

TEST(SimdArithmetic, div_is_the_ieee_quotient_of_each_lane) {
  expect_binary([](auto a, auto b) { return div(a, b); }, [](f32 a, f32 b) { return a / b; },
                Nan::kAnyNan);
}

TEST(SimdArithmetic, mul_then_add_rounds_twice) {
  // (1 + 2^-12)^2 = 1 + 2^-11 + 2^-24 rounds to 1 + 2^-11; fused, the 2^-24 would remain.
  const f32 x = 1.0f + 0x1p-12f;
  const simd::F32x4 square = mul(simd::F32x4::splat(x), simd::F32x4::splat(x));
  const simd::F32x4 rest = add(square, simd::F32x4::splat(-(1.0f + 0x1p-11f)));
  EXPECT_EQ(floats_of(rest), (Lanes{0.0f, 0.0f, 0.0f, 0.0f}));
}

TEST(SimdArithmetic, denormals_are_not_flushed_to_zero) {
  const f32 smallest = std::numeric_limits<f32>::denorm_min();
  const simd::F32x4 twice = add(simd::F32x4::splat(smallest), simd::F32x4::splat(smallest));
  EXPECT_EQ(std::bit_cast<u32>(get<0>(twice)), 2u);
  EXPECT_EQ(bits(gt(simd::F32x4::splat(smallest), simd::F32x4::zero())), 15u);
}

TEST(SimdArithmetic, sqrt_is_correctly_rounded) {
  expect_unary([](auto a) { return sqrt(a); }, [](f32 a) { return std::sqrt(a); }, Nan::kAnyNan);
}

TEST(SimdSign, neg_flips_the_sign_bit_of_every_value) {
  expect_unary([](auto a) { return neg(a); },
               [](f32 a) { return std::bit_cast<f32>(std::bit_cast<u32>(a) ^ 0x80000000u); },
               Nan::kSameBits);
}

TEST(SimdSign, abs_clears_the_sign_bit_of_every_value) {
  expect_unary([](auto a) { return abs(a); },
               [](f32 a) { return std::bit_cast<f32>(std::bit_cast<u32>(a) & 0x7fffffffu); },
               Nan::kSameBits);
}

TEST(SimdExtremes, min_is_a_where_a_is_less_and_b_otherwise) {
  expect_binary([](auto a, auto b) { return min(a, b); },
                [](f32 a, f32 b) { return a < b ? a : b; }, Nan::kSameBits);
}

TEST(SimdExtremes, max_is_a_where_a_is_greater_and_b_otherwise) {
  expect_binary([](auto a, auto b) { return max(a, b); },
                [](f32 a, f32 b) { return a > b ? a : b; }, Nan::kSameBits);
}

TEST(SimdExtremes, min_and_max_give_the_second_operand_for_nan_and_for_equal_zeros) {
  const f32 nan = std::numeric_limits<f32>::quiet_NaN();
  const simd::F32x4 a = simd::F32x4::set(nan, 5.0f, 0.0f, -0.0f);
  const simd::F32x4 b = simd::F32x4::set(5.0f, nan, -0.0f, 0.0f);
  const Lanes expected = {5.0f, nan, -0.0f, 0.0f};
  EXPECT_TRUE(same_lanes(floats_of(min(a, b)), expected, Nan::kSameBits));
  EXPECT_TRUE(same_lanes(floats_of(max(a, b)), expected, Nan::kSameBits));
}

TEST(SimdComparison, le_agrees_with_the_scalar_operator) {
  expect_comparison([](auto a, auto b) { return le(a, b); }, [](f32 a, f32 b) { return a <= b; });
}

TEST(SimdComparison, lt_agrees_with_the_scalar_operator) {
  expect_comparison([](auto a, auto b) { return lt(a, b); }, [](f32 a, f32 b) { return a < b; });
}

TEST(SimdComparison, ge_agrees_with_the_scalar_operator) {
  expect_comparison([](auto a, auto b) { return ge(a, b); }, [](f32 a, f32 b) { return a >= b; });
}

TEST(SimdComparison, gt_agrees_with_the_scalar_operator) {
  expect_comparison([](auto a, auto b) { return gt(a, b); }, [](f32 a, f32 b) { return a > b; });
}

TEST(SimdComparison, eq_agrees_with_the_scalar_operator) {
  expect_comparison([](auto a, auto b) { return eq(a, b); }, [](f32 a, f32 b) { return a == b; });
}

TEST(SimdComparison, nan_makes_every_comparison_false_and_the_zeros_are_equal) {
  const simd::F32x4 nan = simd::F32x4::splat(std::numeric_limits<f32>::quiet_NaN());
  for (const simd::Mask4 m : {le(nan, nan), lt(nan, nan), ge(nan, nan), gt(nan, nan), eq(nan, nan)})
    EXPECT_EQ(bits(m), 0u);
  EXPECT_EQ(bits(eq(simd::F32x4::splat(-0.0f), simd::F32x4::zero())), 15u);
}

TEST(SimdReduction, reduce_add_sums_lanes_0_and_2_then_1_and_3_then_both) {
  expect_reduction([](auto v) { return reduce_add(v); },
                   [](const Lanes& v) { return (v[0] + v[2]) + (v[1] + v[3]); }, Nan::kAnyNan);
}

TEST(SimdReduction, reduce_add_rounds_in_the_documented_order) {
  // above 2^24 float32 has only even integers; other orders of the additions give 3 or 4
  const Lanes v = {0x1p24f, 1.0f, 3.0f, -0x1p24f};
  EXPECT_EQ(reduce_add(simd::F32x4::load(v.data())), 5.0f);
  EXPECT_EQ(reduce_add(simd::scalar::F32x4::load(v.data())), 5.0f);
}

TEST(SimdReduction, reduce_min_combines_the_lanes_in_the_documented_order) {
  const auto least = [](f32 a, f32 b) { return a < b ? a : b; };
  expect_reduction([](auto v) { return reduce_min(v); },
                   [&](const Lanes& v) { return least(least(v[0], v[2]), least(v[1], v[3])); },
                   Nan::kSameBits);
}

TEST(SimdReduction, reduce_max_combines_the_lanes_in_the_documented_order) {
  const auto greatest = [](f32 a, f32 b) { return a > b ? a : b; };
  expect_reduction(
      [](auto v) { return reduce_max(v); },
      [&](const Lanes& v) { return greatest(greatest(v[0], v[2]), greatest(v[1], v[3])); },
      Nan::kSameBits);
}

}  // namespace
}  // namespace sapwood::simd_test
