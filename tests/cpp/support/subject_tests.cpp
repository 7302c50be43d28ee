#include "support/subject_tests.hpp"

#include <algorithm>
#include <functional>
#include <string_view>

#include "support/volume.hpp"

namespace sapwood::test {

namespace {

template <int Dim>
void append_structures(Requirement requirement, std::vector<Structure>& found) {
  for (const SubjectVariants<Dim>& variants : all_subjects<Dim>()) {
    std::string name = variants.id + "_" + std::to_string(Dim) + "d";
    std::replace(name.begin(), name.end(), '-', '_');
    const Abilities abilities = variants.variants.front().make()->abilities();
    Structure structure{&variants, std::move(name), Dim, abilities};
    if (requirement(structure)) found.push_back(std::move(structure));
  }
}

// Returns whether to run a check on a variant. A light run checks one setting, which differs
// between tests and dimensions, so that all tests together check every setting of a structure.
bool is_wanted(size_t variant, size_t checked) {
  if (!light_volume()) return variant < checked;
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  return variant == std::hash<std::string_view>{}(test.name()) % checked;
}

// Returns whether to run a test on a structure. A light run tests a structure in one dimension,
// which differs between tests, so that all tests together check both dimensions of every structure.
bool is_its_turn(const Structure& structure) {
  // "Suite", "Test/r_tree_3d" without the dimension
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  std::string what = std::string(test.test_suite_name()) + test.name();
  what.resize(what.size() - std::string_view("3d").size());
  return std::hash<std::string>{}(what) % 2 == structure.dimensions % 2u;
}

template <class Check, class Variants>
void run_on_variants(const Check& with_defaults, const Check& with_others,
                     const Variants& structure) {
  Report report;
  const size_t checked = with_others ? structure.variants.size() : 1;
  for (size_t i = 0; i < checked; ++i) {
    if (!is_wanted(i, checked)) continue;
    const auto& variant = structure.variants[i];
    Report::Context context(report, variant.name);
    const Check& check = i == 0 ? with_defaults : with_others;
    check(variant.make, report);
  }
  EXPECT_TRUE(report.ok()) << report.text();
}

}  // namespace

std::vector<Structure> structures_with(Requirement requirement) {
  std::vector<Structure> found;
  append_structures<2>(requirement, found);
  append_structures<3>(requirement, found);
  return found;
}

void PrintTo(const Structure& structure, std::ostream* out) { *out << structure.name; }

void SubjectTest::expect_sound(const Checks& checks) { expect_sound_variants(checks, {}); }

void SubjectTest::expect_sound_variants(const Checks& with_defaults, const Checks& with_others) {
  const Structure& structure = GetParam();
  const bool missing = structure.dimensions == 2 ? !with_defaults.flat : !with_defaults.solid;
  ASSERT_FALSE(missing) << "no check for " << structure.dimensions << " dimensions";
  const bool in_both = with_defaults.flat && with_defaults.solid;
  if (light_volume() && in_both && !is_its_turn(structure)) {
    GTEST_SKIP() << "a light run checks the other dimension";
  }
  if (structure.dimensions == 2) {
    run_on_variants(with_defaults.flat, with_others.flat, *std::get<0>(structure.variants));
  } else {
    run_on_variants(with_defaults.solid, with_others.solid, *std::get<1>(structure.variants));
  }
}

}  // namespace sapwood::test
