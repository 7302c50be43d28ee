// Validation of sort and sweep.
#pragma once

#include "sapwood/core/sweep/inspect.hpp"
#include "sapwood/core/validation.hpp"
#include "sapwood/structures/sweep/sort_and_sweep/endpoint_axes.hpp"

namespace sapwood::sweep {

// Nothing that was inserted since the lists were made is forgotten.
template <int Dim>
void validate_roster(const ItemStore<Dim>& items, const ListedIds& listed_ids, Faults& faults) {
  for (Id id = items.first(); id != kNone; id = items.next(id)) {
    faults.require(listed_ids.listed(id), "neither listed nor pending: id", id);
  }
}

template <int Dim>
void validate_edges(const ItemStore<Dim>& items, const Array<KeyedIndex>& edges, u32 axis,
                    Faults& faults) {
  using Axes = EndpointAxes<Dim>;
  faults.require(edges.size() == size_t{2} * items.size(), "edges are missing or too many on axis",
                 axis);
  for (u32 at = 0; at < edges.size(); ++at) {
    const Id id = Axes::id_of(edges[at]);
    if (!faults.require(items.has(id), "an edge of an item that is gone at", at)) continue;
    const Aabb<Dim>& box = items.box(id);
    const f32 value = Axes::is_upper(edges[at]) ? box.max[axis] : box.min[axis];
    faults.require(edges[at].key == sortable_key(value), "the edge key differs from id", id);
    faults.require(at == 0 || precedes(edges[at - 1], edges[at]), "the edge order is broken at",
                   at);
  }
}

// Edges as above on every axis; pairs equal to those of a sweep.
template <int Dim>
void validate_endpoints(const ItemStore<Dim>& items, const EndpointAxes<Dim>& endpoints,
                        const SortedBoxes<Dim>& boxes, Faults& faults) {
  for (u32 axis = 0; axis < Dim; ++axis) validate_edges(items, endpoints.edges(axis), axis, faults);
  const PairList& pairs = endpoints.pairs();
  const Array<u64>& keys = pairs.keys();
  for (u32 at = 1; at < keys.size(); ++at) {
    faults.require(keys[at - 1] < keys[at], "the pair list is not ascending at", at);
  }
  u64 candidates = 0;
  size_t expected = 0;
  boxes.sweep(candidates, [&](Id a, Id b) {
    ++expected;
    const bool listed = std::binary_search(keys.begin(), keys.end(), pair_key(a, b));
    faults.require(listed && pairs.has(a, b), "a pair is missing of id", a);
    return true;
  });
  faults.require(keys.size() == expected && pairs.size() == expected,
                 "pairs are wrong in number:", static_cast<u32>(keys.size()));
}

}  // namespace sapwood::sweep
