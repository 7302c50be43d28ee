// What a traversal tells its visitor: candidates, which the verb confirms, and certain hits.
//
// A query object that can tell that everything inside a node is a hit offers covers(node). A
// traversal may then report the items below as certain: the exact test is skipped, the filter is
// not. Certain items are not counted as item tests.
#pragma once

#include <concepts>

#include "sapwood/base/types.hpp"
#include "sapwood/geometry/aabb.hpp"

namespace sapwood {

template <class Query>
concept Covering = requires(const Query& query, const Aabb<Query::kDim>& node) {
  { query.covers(node) } -> std::same_as<bool>;
};

template <class Query>
bool covers(const Query& query, const Aabb<Query::kDim>& node) {
  if constexpr (Covering<Query>) {
    return query.covers(node);
  } else {
    return false;
  }
}

// False ends the traversal, as with a plain visit.
template <class Visitor>
bool visit_certain(Visitor& visit, Id id) {
  if constexpr (requires { visit.certain(id); }) {
    return static_cast<bool>(visit.certain(id));
  } else {
    return static_cast<bool>(visit(id));
  }
}

}  // namespace sapwood
