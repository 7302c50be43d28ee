// What a structure is and what it may offer. A structure opts in to a capability by having the
// member functions; suites, bindings and benchmarks look only at these concepts.
#pragma once

#include <concepts>
#include <string_view>

#include "sapwood/base/pair_set.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/core/node_dump.hpp"
#include "sapwood/core/options.hpp"
#include "sapwood/core/serialize.hpp"
#include "sapwood/core/stats.hpp"
#include "sapwood/core/validation.hpp"
#include "sapwood/geometry/box_query.hpp"
#include "sapwood/geometry/distance.hpp"
#include "sapwood/geometry/frustum_query.hpp"
#include "sapwood/geometry/ray_query.hpp"

namespace sapwood {

// Visitor of item ids; false ends the traversal.
struct AnyItemVisitor {
  bool operator()(Id) const { return true; }
};
// Visitor of unordered pairs; false ends the search.
struct AnyPairVisitor {
  bool operator()(Id, Id) const { return true; }
};

// Life of a structure. Arguments were validated before: boxes are valid, ids are live, options in
// range. Each mutating verb either succeeds or answers kOutOfMemory and has changed nothing.
//   S::kId       - name in the registry, e.g. "dynamic-tree"
//   S::Options   - struct with describe(), see core/options.hpp
//   build        - replaces the content; item i gets id i
//   update       - one box for each live item in ascending id order; counts the items that changed
//                  their place in the structure
template <class S>
concept SpatialStructure = requires(S s, const S c, const Aabb<S::kDim>* boxes, u32 n) {
  { S::kId } -> std::convertible_to<std::string_view>;
  requires S::kDim == 2 || S::kDim == 3;
  requires std::constructible_from<S, const typename S::Options&>;
  { c.options() } -> std::convertible_to<typename S::Options>;
  { c.items() } -> std::same_as<const ItemStore<S::kDim>&>;
  { s.build(boxes, n) } -> std::same_as<Status>;
  { s.update(boxes, n) } -> std::same_as<Status>;  // n: out
  {s.clear()};
  { c.byte_length() } -> std::same_as<size_t>;
};

// insert(box, filter, id out) | remove(id) | move(id, box, displacement, changed out) |
// set_filter(id, filter)
template <class S>
concept Dynamic = requires(S s, Aabb<S::kDim> box, Point<S::kDim> by, Filter f, Id id, bool b) {
  { s.insert(box, f, id) } -> std::same_as<Status>;
  { s.remove(id) } -> std::same_as<Status>;
  { s.move(id, box, by, b) } -> std::same_as<Status>;
  { s.set_filter(id, f) } -> std::same_as<Status>;
};

// traverse(query, counters, visitor): visits every item that may hit, in any order, and counts
// nodes and items; the verbs confirm with query.hits(). Answers kOutOfMemory or ok, also when the
// visitor ended it. Reentrant: a visitor may start another traversal of the same structure.
template <class S, class Query>
concept Traversable = requires(const S c, const Query& query, QueryCounters& counters) {
  { c.traverse(query, counters, AnyItemVisitor{}) } -> std::same_as<Status>;
};

// traverse_ordered(query, counters, visitor): the same for a query whose reach shrinks while the
// visitor runs (`query.in_reach(query.lower_bound(node))`); nearer nodes first where it can.
template <class S, class Query>
concept TraversableOrdered = requires(const S c, Query& query, QueryCounters& counters) {
  { c.traverse_ordered(query, counters, AnyItemVisitor{}) } -> std::same_as<Status>;
};

// pairs(counters, visitor): every overlapping pair of live items once, in either order.
template <class S>
concept Pairable = requires(S s, QueryCounters& counters) {
  { s.pairs(counters, AnyPairVisitor{}) } -> std::same_as<Status>;
};

// settle(): structures that put off work (sorting after moves) do it here; every verb that reads
// calls it first.
template <class S>
concept Settling = requires(S s) {
  { s.settle() } -> std::same_as<Status>;
};

template <class S>
concept Inspectable = requires(S s, const S c, NodeDump& dump, Faults& faults) {
  { c.stats() } -> std::same_as<IndexStats>;
  { c.dump(dump) } -> std::same_as<Status>;
  {c.validate(faults)};
};

// load() fills a freshly constructed structure; a bad reader leaves it to be thrown away.
template <class S>
concept Serializable = requires(S s, const S c, ByteWriter& writer, ByteReader& reader) {
  {c.save(writer)};
  {s.load(reader)};
};

// Marks structures whose update() keeps the hierarchy and corrects its boxes.
template <class S>
concept Refittable = requires {
  requires S::kRefits;
};

// optimise(budget, spent out): improves the hierarchy within a work budget.
template <class S>
concept Optimisable = requires(S s, u32 budget, u32 spent) {
  { s.optimise(budget, spent) } -> std::same_as<Status>;
  { s.rebuild() } -> std::same_as<Status>;
};

// update_pairs(begins out, ends out): exact overlaps that began and ended since the last
// call, each list ascending by (a, b).
template <class S>
concept PairTracking = requires(S s, Array<IdPair>& pairs) {
  { s.update_pairs(pairs, pairs) } -> std::same_as<Status>;
};

}  // namespace sapwood
