// Typed GoogleTest suites over THE list of structures, and the bridge from a check to an assertion.
#pragma once

#include <gtest/gtest.h>

#include "sapwood/structures.hpp"
#include "support/report.hpp"
#include "support/subject.hpp"

namespace sapwood::test {

template <class... A, class... B>
TypeList<A..., B...> join(TypeList<A...>, TypeList<B...>);

// The members of a list that satisfy a predicate `template <class S> struct { static bool value;
// }`.
template <class List, template <class> class Predicate>
struct SelectFrom;
template <template <class> class Predicate>
struct SelectFrom<TypeList<>, Predicate> {
  using Type = TypeList<>;
};
template <class S, class... Rest, template <class> class Predicate>
struct SelectFrom<TypeList<S, Rest...>, Predicate> {
  using Head = std::conditional_t<Predicate<S>::value, TypeList<S>, TypeList<>>;
  using Tail = typename SelectFrom<TypeList<Rest...>, Predicate>::Type;
  using Type = decltype(join(Head{}, Tail{}));
};

template <class S>
struct IsAny : std::true_type {};
template <class S>
struct IsDynamic : std::bool_constant<Dynamic<S>> {};
template <class S>
struct IsFlat : std::bool_constant<S::kDim == 2> {};
template <class S>
struct CullsFrusta : std::bool_constant<S::kDim == 3 && Traversable<S, FrustumQuery>> {};

template <class List>
struct AsTestTypes;
template <class... S>
struct AsTestTypes<TypeList<S...>> {
  using Type = testing::Types<S...>;
};

// For TYPED_TEST_SUITE: the structures with an ability.
template <template <class> class Predicate>
using Structures = typename AsTestTypes<typename SelectFrom<AllStructures, Predicate>::Type>::Type;

// "dynamic_tree_2d" in place of the position in the list.
struct StructureName {
  template <class S>
  static std::string GetName(int) {
    std::string name = std::string(S::kId) + "_" + std::to_string(S::kDim) + "d";
    std::replace(name.begin(), name.end(), '-', '_');
    return name;
  }
};

// Runs a check on the structure with its default options.
template <class S, class Check>
void expect_sound(Check&& check) {
  Report report;
  check(variants_of<S::kDim>(S::kId).front().make, report);
  EXPECT_TRUE(report.ok()) << report.text();
}

// Runs a check on every setting of the options.
template <class S, class Check>
void expect_sound_variants(Check&& check) {
  Report report;
  for (const auto& variant : variants_of<S::kDim>(S::kId)) {
    Report::Context context(report, variant.name);
    check(variant.make, report);
  }
  EXPECT_TRUE(report.ok()) << report.text();
}

}  // namespace sapwood::test
