// GoogleTest suites for the list of structures, and the conversion of a check to an assertion.
//
// A check is a function template on the dimension and uses a structure only as Subject, so it is
// compiled twice for all structures. Its tests are created at the start of the program: one for
// each structure that meets the requirement of the suite, named Suite.Test/structure_3d.
#pragma once

#include <gtest/gtest.h>

#include <variant>

#include "support/report.hpp"
#include "support/subject.hpp"

namespace sapwood::test {

struct Structure {
  std::variant<const SubjectVariants<2>*, const SubjectVariants<3>*> variants;
  std::string name;  // "dynamic_tree_2d"
  int dimensions;
  Abilities abilities;
};

using Requirement = bool (*)(const Structure&);

// Returns all structures that meet a requirement: 2D, then 3D.
std::vector<Structure> structures_with(Requirement requirement);

inline bool any_structure(const Structure&) { return true; }
inline bool is_dynamic(const Structure& structure) { return structure.abilities.dynamic; }
inline bool is_flat(const Structure& structure) { return structure.dimensions == 2; }
inline bool is_solid(const Structure& structure) { return structure.dimensions == 3; }
inline bool pairs_with_its_kind(const Structure& structure) {
  return structure.abilities.pairable_with;
}

// One of the two checks can be empty.
struct Checks {
  std::function<void(const SubjectMaker<2>&, Report&)> flat;
  std::function<void(const SubjectMaker<3>&, Report&)> solid;
};
#define SAPWOOD_CHECKS(check) \
  ::sapwood::test::Checks { check<2>, check<3> }

void PrintTo(const Structure& structure, std::ostream* out);

class SubjectTest : public testing::TestWithParam<Structure> {
 protected:
  static void expect_sound(const Checks& checks);
  // Runs a check on every setting of the options. The second form runs one check on the default
  // setting and another check on all other settings.
  static void expect_sound_variants(const Checks& checks) { expect_sound_variants(checks, checks); }
  static void expect_sound_variants(const Checks& with_defaults, const Checks& with_others);
};

#define SAPWOOD_SUBJECT_SUITE(Suite, requirement)                                \
  class Suite : public ::sapwood::test::SubjectTest {};                          \
  GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(Suite);                          \
  INSTANTIATE_TEST_SUITE_P(                                                      \
      , Suite, testing::ValuesIn(::sapwood::test::structures_with(requirement)), \
      [](const testing::TestParamInfo<::sapwood::test::Structure>& it) { return it.param.name; })

}  // namespace sapwood::test
