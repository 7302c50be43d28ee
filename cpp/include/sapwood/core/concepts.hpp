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
#include "sapwood/core/visitors.hpp"
#include "sapwood/geometry/box_query.hpp"
#include "sapwood/geometry/distance.hpp"
#include "sapwood/geometry/frustum_query.hpp"
#include "sapwood/geometry/ray_query.hpp"
#include "sapwood/geometry/volume_query.hpp"

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
// The box must not be one of the index itself, such as items().box(0): that moves when it grows.
template <class S>
concept Dynamic = requires(S s, Aabb<S::kDim> box, Point<S::kDim> by, Filter f, Id id, bool b) {
  { s.insert(box, f, id) } -> std::same_as<Status>;
  { s.remove(id) } -> std::same_as<Status>;
  { s.move(id, box, by, b) } -> std::same_as<Status>;
  { s.set_filter(id, f) } -> std::same_as<Status>;
};

// traverse(query, counters, visitor): visits every item that may hit, in any order, and counts
// nodes and items; the verbs confirm with query.hits(), but for items that it reports as certain
// (core/visitors.hpp has the ways to report). Answers kOutOfMemory or ok, also when the visitor
// ended it. Reentrant: a visitor may start another traversal of the same structure.
template <class S, class Query>
concept Traversable = requires(const S c, const Query& query, QueryCounters& counters) {
  { c.traverse(query, counters, AnyItemVisitor{}) } -> std::same_as<Status>;
};

// Marks structures that walk for spheres, or for frusta, with code of their own, because they are
// asked for them often or have a better way than for any volume. All others have one walk for
// spheres, frusta and volumes together, which asks a VolumeQuery.
template <class S>
concept WalksSpheresApart = requires {
  requires S::kWalksSpheresApart;
};
template <class S>
concept WalksFrustaApart = requires {
  requires S::kWalksFrustaApart;
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
// calls it first. Where pairs() needs less of it there may be a settle_pairs() for that verb; where
// more of it pays before many questions at once, a settle_for(questions).
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

// Marks structures whose load() leaves nothing that validate() could find: what is not in the bytes
// follows from them, and what is was checked.
template <class S>
concept LoadsSound = requires {
  requires S::kLoadsSound;
};

// Marks structures whose update() keeps the hierarchy and corrects its boxes.
template <class S>
concept Refittable = requires {
  requires S::kRefits;
};

// optimize(budget, spent out): improves the hierarchy within a work budget.
template <class S>
concept Optimizable = requires(S s, u32 budget, u32 spent) {
  { s.optimize(budget, spent) } -> std::same_as<Status>;
  { s.rebuild() } -> std::same_as<Status>;
};

// Looking up one item costs about so many times an item's share of the search for all pairs and of
// what is done with them. Measured on 100,000 boxes in 2D and 3D: 4 to 8 for most structures; those
// that differ say so.
template <class S>
constexpr u32 lookup_cost() {
  if constexpr (requires { S::kLookupCost; }) {
    return S::kLookupCost;
  } else {
    return 6;
  }
}

// update_pairs(begins out, ends out): exact overlaps that began and ended since the last
// call, each list ascending by (a, b).
template <class S>
concept PairTracking = requires(S s, Array<IdPair>& pairs) {
  { s.update_pairs(pairs, pairs) } -> std::same_as<Status>;
};

// pairs_with(other, counters, visitor): every overlapping pair (id here, id there) of two indices.
template <class S>
concept PairableWith = requires(const S c, const S& other, QueryCounters& counters) {
  { c.pairs_with(other, counters, AnyPairVisitor{}) } -> std::same_as<Status>;
};

// refit(visited out): corrects all boxes of the hierarchy now; counts the nodes recomputed.
template <class S>
concept Refitting = requires(S s, u32 visited) {
  { s.refit(visited) } -> std::same_as<Status>;
};

// begin_build(boxes, count) copies the boxes; step_build(limit, work out, done out) spends at most
// `limit` units of work (items touched), limit > 0, and only while building(); step_work() is the
// limit that the structure would choose. The old content answers until `done`; then the new one
// does. build(), clear() and load() drop what was begun.
template <class S>
concept Progressive = requires(S s, const S c, const Aabb<S::kDim>* boxes, u32 n, bool b) {
  { s.begin_build(boxes, n) } -> std::same_as<Status>;
  { s.step_build(n, n, b) } -> std::same_as<Status>;
  { c.step_work() } -> std::same_as<u32>;
  { c.building() } -> std::same_as<bool>;
};

// merge(other, ids out): adds copies of the items of another index, filters too; ids[i] is the new
// id of the i-th live item there, ascending.
template <class S>
concept Mergeable = requires(S s, const S& other, Array<Id>& ids) {
  { s.merge(other, ids) } -> std::same_as<Status>;
  s.merge_cost().work;
};

// A hierarchy that is built anew in the background. step(budget, work out) spends at most `budget`
// units of work, step_work() is what the structure would choose; commit(swapped out) lets a
// finished hierarchy take over; state() is 0 when nothing runs and kStates - 1 when commit() would
// swap.
template <class S>
concept BackgroundBuilt = requires(S s, const S c, u32 n, bool b) {
  { s.step(n, n) } -> std::same_as<Status>;
  { c.step_work() } -> std::same_as<u32>;
  { s.commit(b) } -> std::same_as<Status>;
  { c.state() } -> std::convertible_to<u32>;
};

// shift_origin(by): subtracts a vector from all coordinates; kInvalidArgument when a box would
// leave the allowed range.
template <class S>
concept Shiftable = requires(S s, const Point<S::kDim>& by) {
  { s.shift_origin(by) } -> std::same_as<Status>;
};

// set_space(box): the cells of the structure divide this space from now on; space(): what was set,
// or an empty box.
template <class S>
concept SpaceGiven = requires(S s, const S c, const Aabb<S::kDim>& box) {
  {s.set_space(box)};
  { c.space() } -> std::convertible_to<Aabb<S::kDim>>;
};

// What exists to be compared with: enlarge(id, box, displacement, changed out) moves an item and
// leaves it where it is in the hierarchy; rebuild_stretched(rebuilt out) mends that.
template <class S>
concept Strategic = requires(S s, Id id, const Aabb<S::kDim>& box, const Point<S::kDim>& by, bool b,
                             u32 n) {
  { s.enlarge(id, box, by, b) } -> std::same_as<Status>;
  { s.rebuild_stretched(n) } -> std::same_as<Status>;
};

// Steps of a culling walk through an array of nodes, and how well its results are ordered.
struct PlaneOrderReport {
  u64 steps = 0;           // from one node to the next one that was read
  u64 adjacent_steps = 0;  // those of them that went to the next place of the array
  u64 inversions = 0;      // pairs of results of which the farther one came first
  u64 fallbacks = 0;       // branches whose plane does not separate: the nearer child came first
};

// traverse_front_to_back(query, eye, counters, report or null, visitor): visible items,
// approximately front to back, without sorting. The verb fills `inversions`.
template <class S>
concept PlaneOrdered = requires(const S c, const FrustumQuery& query, const Point<3>& eye,
                                QueryCounters& counters, PlaneOrderReport* report) {
  {
    c.traverse_front_to_back(query, eye, counters, report, AnyItemVisitor{})
    } -> std::same_as<Status>;
};

// Visitor of visible items and of the planes that cut their boxes.
struct AnyCutVisitor {
  bool operator()(Id, u32) const { return true; }
};

// cull(query, eye or null, counters, visitor): visible items, each with the planes that cut its
// box, in any order; with an eye approximately front to back.
template <class S>
concept Flagging = requires(const S c, const FrustumQuery& query, const Point<3>* eye,
                            QueryCounters& counters) {
  { c.cull(query, eye, counters, AnyCutVisitor{}) } -> std::same_as<Status>;
};

}  // namespace sapwood
