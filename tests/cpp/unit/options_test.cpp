#include "sapwood/core/options.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace sapwood::test {
namespace {

enum class Shade : u8 { kLight, kDark, kNone };

struct SampleOptions {
  f32 margin = 0.1f;
  u32 capacity = 8;
  Shade shade = Shade::kDark;

  template <class V>
  void describe(V& v) {
    static constexpr const char* kShades[] = {"light", "dark", "none"};
    v.number("margin", margin, 0, 100);
    v.number("capacity", capacity, 1, 4294967295.0);
    v.choice("shade", shade, ChoiceNames(kShades));
  }
};

bool parse(SampleOptions& options, const std::vector<f64>& values) {
  OptionParser parser(values);
  options.describe(parser);
  return parser.ok();
}

bool accepted(const std::vector<f64>& values) {
  SampleOptions options;
  return parse(options, values);
}

TEST(Options, Values_in_range_set_the_fields) {
  SampleOptions options;
  ASSERT_TRUE(parse(options, {0.5, 17, 2}));
  EXPECT_EQ(options.margin, 0.5f);
  EXPECT_EQ(options.capacity, 17u);
  EXPECT_EQ(options.shade, Shade::kNone);
}

TEST(Options, Ranges_include_their_ends) {
  EXPECT_TRUE(accepted({0, 1, 0}));
  EXPECT_TRUE(accepted({100, 4294967295.0, 2}));
}

TEST(Options, Values_out_of_range_are_rejected) {
  EXPECT_FALSE(accepted({-1e-9, 8, 1}));
  EXPECT_FALSE(accepted({100.001, 8, 1}));
  EXPECT_FALSE(accepted({1, 0, 1}));
  EXPECT_FALSE(accepted({1, 4294967296.0, 1}));
  EXPECT_FALSE(accepted({1, 8, 3}));
  EXPECT_FALSE(accepted({1, 8, -1}));
}

TEST(Options, Integers_and_choices_are_whole) {
  EXPECT_FALSE(accepted({1, 8.5, 1}));
  EXPECT_FALSE(accepted({1, 8, 0.5}));
  EXPECT_TRUE(accepted({1.5, 8, 1}));
}

TEST(Options, Values_that_are_not_finite_are_rejected) {
  const f64 nan = std::numeric_limits<f64>::quiet_NaN();
  const f64 infinity = std::numeric_limits<f64>::infinity();
  for (const f64 bad : {nan, infinity, -infinity}) {
    EXPECT_FALSE(accepted({bad, 8, 1}));
    EXPECT_FALSE(accepted({1, bad, 1}));
    EXPECT_FALSE(accepted({1, 8, bad}));
  }
}

TEST(Options, Missing_and_surplus_values_are_rejected) {
  EXPECT_FALSE(accepted({}));
  EXPECT_FALSE(accepted({1, 8}));
  EXPECT_FALSE(accepted({1, 8, 1, 0}));
}

TEST(Options, A_rejected_value_does_not_change_its_field) {
  SampleOptions options;
  EXPECT_FALSE(parse(options, {200, 0, 9}));
  EXPECT_EQ(options.margin, 0.1f);
  EXPECT_EQ(options.capacity, 8u);
  EXPECT_EQ(options.shade, Shade::kDark);
}

TEST(Options, Collected_values_are_accepted_again) {
  SampleOptions options;
  OptionValues values;
  options.describe(values);
  const std::vector<f64> list(values.values().begin(), values.values().end());
  EXPECT_EQ(list, (std::vector<f64>{0.1f, 8, 1}));
  EXPECT_TRUE(accepted(list));
}

TEST(Options, The_list_contains_names_defaults_and_ranges) {
  SampleOptions options;
  OptionLister lister;
  options.describe(lister);
  EXPECT_EQ(lister.text(),
            "margin number 0.1 0 100\n"
            "capacity integer 8 1 4294967295\n"
            "shade choice dark light|dark|none\n");
}

struct SideOptions {
  f32 sides[kSides] = {0, 0, 0};

  template <class V>
  void describe(V& v) {
    v.numbers("side", sides, 0, 10);
  }
};

TEST(Options, A_number_per_axis_has_one_value_for_each_axis) {
  SideOptions options;
  const f64 given[] = {1, 2.5, 10};
  OptionParser parser(given);
  options.describe(parser);
  ASSERT_TRUE(parser.ok());
  OptionValues values;
  options.describe(values);
  EXPECT_EQ(std::vector<f64>(values.values().begin(), values.values().end()),
            (std::vector<f64>{1, 2.5, 10}));
  for (const std::vector<f64>& bad : std::vector<std::vector<f64>>{{1, 2}, {1, 2, 11}, {1}}) {
    OptionParser refusing(bad);
    options.describe(refusing);
    EXPECT_FALSE(refusing.ok());
  }
}

TEST(Options, A_number_per_axis_is_listed_in_one_line) {
  SideOptions options;
  OptionLister lister;
  options.describe(lister);
  EXPECT_EQ(lister.text(), "side number 0 0 10 per-axis\n");
}

}  // namespace
}  // namespace sapwood::test
