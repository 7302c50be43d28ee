// Program that prints every structure and dimension, its capabilities and its options as JSON. A
// check compares the tables of the package with this output.
#include <cstdio>

#include "sapwood/core/concepts.hpp"
#include "sapwood/core/queries.hpp"
#include "sapwood/structures.hpp"

using namespace sapwood;

namespace {

struct Offer {
  const char* capability;
  bool offered;
};

template <class S>
void print_structure(bool first) {
  constexpr int kDim = S::kDim;
  const Offer offers[] = {
      {"dynamic", Dynamic<S>},
      {"pairs", Pairable<S>},
      {"box", Traversable<S, BoxQuery<kDim>>},
      {"point", Traversable<S, BoxQuery<kDim>>},
      {"sphere", Traversable<S, DistanceQuery<kDim>>},
      {"frustum", kDim == 3},
      {"ray", TraversableOrdered<S, RayQuery<kDim>>},
      {"nearest", TraversableOrdered<S, DistanceQuery<kDim>>},
      {"refit", RefitsOnUpdate<S>},
      {"progressive", Progressive<S>},
      {"serialize", Serializable<S>},
      {"inspect", Inspectable<S>},
      {"traverse", TreeShaped<S>},
  };
  std::printf("%s\n  {\"id\": \"%s\", \"dimensions\": %d, \"capabilities\": [", first ? "" : ",",
              S::kId, kDim);
  const char* comma = "";
  for (const Offer& offer : offers) {
    if (!offer.offered) continue;
    std::printf("%s\"%s\"", comma, offer.capability);
    comma = ", ";
  }
  typename S::Options options;
  OptionLister lister;
  options.describe(lister);
  std::printf("], \"options\": [");
  comma = "";
  for (std::string_view rest = lister.text(); !rest.empty();) {
    const size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    std::printf("%s\"%.*s\"", comma, static_cast<int>(line.size()), line.data());
    comma = ", ";
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  std::printf("]}");
}

template <class... S>
void print_all(TypeList<S...>) {
  bool first = true;
  std::printf("[");
  ((print_structure<S>(first), first = false), ...);
  std::printf("\n]\n");
}

}  // namespace

int main() { print_all(AllStructures{}); }
