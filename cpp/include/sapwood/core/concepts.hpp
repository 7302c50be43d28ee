/// @file Concepts of structures and their optional capabilities. A structure has a capability if it
/// has the member functions of the concept. Test suites, bindings and benchmarks use structures
/// only through these concepts.
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

/// Visitor of all items, for concepts.
struct AnyItemVisitor : ItemVisitor<AnyItemVisitor> {
  bool test(Id) const { return true; }
};
/// Visitor of unordered pairs. It returns false to end the search.
struct AnyPairVisitor {
  bool operator()(Id, Id) const { return true; }
};

/// Functions that every structure has. The caller validates arguments: boxes are valid, ids are
/// live, options are in range. A function that changes the structure succeeds, or returns
/// kOutOfMemory and changes nothing.
///
/// - S::kId: name in the registry, such as "dynamic-tree"
/// - S::Options: struct with describe(), see core/options.hpp
/// - build(boxes, count): replaces the content; item i gets id i
/// - update(boxes, changed out): sets one box for each live item, by ascending id; counts the items
///   that changed their place in the structure
/// - clear(): removes all items
/// - shrink(): gives back unneeded memory; structures also call it themselves, see core/shrink.hpp
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
  {s.shrink()};
  { c.byte_length() } -> std::same_as<size_t>;
};

/// Structures whose items can be inserted, moved and removed.
///
/// - insert(box, filter, id out), remove(id)
/// - move(id, box, displacement, changed out)
/// - set_filter(id, filter)
///
/// The box must not be a reference into the index, such as items().box(0), because memory can move.
template <class S>
concept Dynamic = requires(S s, Aabb<S::kDim> box, Point<S::kDim> by, Filter f, Id id, bool b) {
  { s.insert(box, f, id) } -> std::same_as<Status>;
  { s.remove(id) } -> std::same_as<Status>;
  { s.move(id, box, by, b) } -> std::same_as<Status>;
  { s.set_filter(id, f) } -> std::same_as<Status>;
};

/// Structures that can be traversed with a query. traverse(query, counters, visitor) visits every
/// item that may be a hit, in any order, and counts nodes and items. Query functions confirm items
/// with query.hits(), except accepted items (core/visitors.hpp). Returns kOutOfMemory or success,
/// also if the visitor ended the traversal. Traversals of one structure may be nested.
template <class S, class Query>
concept Traversable = requires(const S c, const Query& query, QueryCounters& counters) {
  { c.traverse(query, counters, AnyItemVisitor{}) } -> std::same_as<Status>;
};

/// Structures with a separate traversal for spheres, which is faster than that of VolumeQuery.
template <class S>
concept HasSphereTraversal = requires {
  requires S::kHasSphereTraversal;
};
/// Structures with a separate traversal for frusta.
template <class S>
concept HasFrustumTraversal = requires {
  requires S::kHasFrustumTraversal;
};

/// Structures with an ordered traversal: like traverse(), for a query whose search radius shrinks
/// while the visitor runs (`query.in_reach(query.lower_bound(node))`). Nearer nodes are visited
/// first where possible.
template <class S, class Query>
concept TraversableOrdered = requires(const S c, Query& query, QueryCounters& counters) {
  { c.traverse_ordered(query, counters, AnyItemVisitor{}) } -> std::same_as<Status>;
};

/// Structures that report overlapping pairs. pairs(counters, visitor) reports every overlapping
/// pair of live items once, with its ids in either order.
template <class S>
concept Pairable = requires(S s, QueryCounters& counters) {
  { s.pairs(counters, AnyPairVisitor{}) } -> std::same_as<Status>;
};

/// Structures that defer work, such as sorting after moves. flush() does this work; every query
/// function calls it first. flush_pairs() does the part that pairs() needs. flush_for(count) may
/// do more work before a batch of `count` queries.
template <class S>
concept Flushable = requires(S s) {
  { s.flush() } -> std::same_as<Status>;
};

/// Structures that report statistics, nodes and violated invariants.
template <class S>
concept Inspectable = requires(S s, const S c, NodeDump& dump, Faults& faults) {
  { c.stats() } -> std::same_as<IndexStats>;
  { c.dump(dump) } -> std::same_as<Status>;
  {c.validate(faults)};
};

/// Structures whose nodes form a tree: the bounds of a node contain those of its children, and a
/// region that overlaps an item overlaps a node that holds it.
template <class S>
concept TreeShaped = Inspectable<S> && requires {
  requires S::kIsTree;
};

/// Structures that can be saved and loaded. load() fills a new structure, which the caller must
/// discard if the reader fails.
template <class S>
concept Serializable = requires(S s, const S c, ByteWriter& writer, ByteReader& reader) {
  {c.save(writer)};
  {s.load(reader)};
};

/// Structures whose load() checks everything that validate() checks.
template <class S>
concept ValidatesOnLoad = requires {
  requires S::kValidatesOnLoad;
};

/// Structures whose update() keeps the hierarchy and recomputes its boxes.
template <class S>
concept Refittable = requires {
  requires S::kRefits;
};

/// Structures whose hierarchy can be improved: optimize(budget, spent out), within a limit of work.
template <class S>
concept Optimizable = requires(S s, u32 budget, u32 spent) {
  { s.optimize(budget, spent) } -> std::same_as<Status>;
  { s.rebuild() } -> std::same_as<Status>;
};

/// Returns the cost of querying the box of one item, relative to the cost per item of finding all
/// pairs. Measured: 4 to 8 for most structures, with 100,000 boxes in 2D and 3D. Other structures
/// define kLookupCost.
template <class S>
constexpr u32 lookup_cost() {
  if constexpr (requires { S::kLookupCost; }) {
    return S::kLookupCost;
  } else {
    return 6;
  }
}

/// Structures that report changes of pairs. update_pairs(begins out, ends out) returns the overlaps
/// that began and ended since the last call, sorted by (a, b).
template <class S>
concept PairTracking = requires(S s, Array<IdPair>& pairs) {
  { s.update_pairs(pairs, pairs) } -> std::same_as<Status>;
};

/// Structures that report the overlapping pairs (id here, id there) of two indices:
/// pairs_with(other, counters, visitor).
template <class S>
concept PairableWith = requires(const S c, const S& other, QueryCounters& counters) {
  { c.pairs_with(other, counters, AnyPairVisitor{}) } -> std::same_as<Status>;
};

/// Structures that can be refitted. refit(visited out) recomputes all outdated boxes and counts the
/// nodes.
template <class S>
concept Refitting = requires(S s, u32 visited) {
  { s.refit(visited) } -> std::same_as<Status>;
};

/// Structures that can be built in steps.
///
/// - begin_build(boxes, count): copies the boxes
/// - step_build(limit, work out, done out): does at most `limit` > 0 units of work (items touched);
///   requires building()
/// - step_work(): the recommended limit
///
/// Queries use the old content until `done` is true. build(), clear() and load() cancel a build.
template <class S>
concept Progressive = requires(S s, const S c, const Aabb<S::kDim>* boxes, u32 n, bool b) {
  { s.begin_build(boxes, n) } -> std::same_as<Status>;
  { s.step_build(n, n, b) } -> std::same_as<Status>;
  { c.step_work() } -> std::same_as<u32>;
  { c.building() } -> std::same_as<bool>;
};

/// Structures that can be merged. merge(other, ids out) adds copies of the items of another index,
/// with their filters. ids[i] is the new id of the i-th live item of the other index.
template <class S>
concept Mergeable = requires(S s, const S& other, Array<Id>& ids) {
  { s.merge(other, ids) } -> std::same_as<Status>;
  s.merge_cost().work;
};

/// Structures that rebuild their hierarchy in the background.
///
/// - step(budget, work out): does at most `budget` units of work
/// - step_work(): the recommended budget
/// - commit(swapped out): replaces the hierarchy if the new one is finished
/// - state(): 0 if no rebuild is in progress, kStates - 1 if commit() would swap
template <class S>
concept BackgroundBuilt = requires(S s, const S c, u32 n, bool b) {
  { s.step(n, n) } -> std::same_as<Status>;
  { c.step_work() } -> std::same_as<u32>;
  { s.commit(b) } -> std::same_as<Status>;
  { c.state() } -> std::convertible_to<u32>;
};

/// Structures whose origin can be shifted. shift_origin(by) subtracts a vector from all
/// coordinates. Returns kInvalidArgument if a box would leave the allowed range.
template <class S>
concept Shiftable = requires(S s, const Point<S::kDim>& by) {
  { s.shift_origin(by) } -> std::same_as<Status>;
};

/// Structures that can divide a fixed space. set_space(box) sets it. space() returns it, or an
/// empty box if none was set.
template <class S>
concept FixedDomain = requires(S s, const S c, const Aabb<S::kDim>& box) {
  {s.set_space(box)};
  { c.space() } -> std::convertible_to<Aabb<S::kDim>>;
};

/// Structures with alternative algorithms. enlarge(id, box, displacement, changed out) moves an
/// item and keeps its place in the hierarchy. rebuild_stretched(rebuilt out) rebuilds the branches
/// that became larger.
template <class S>
concept HasStrategies = requires(S s, Id id, const Aabb<S::kDim>& box, const Point<S::kDim>& by,
                                 bool b, u32 n) {
  { s.enlarge(id, box, by, b) } -> std::same_as<Status>;
  { s.rebuild_stretched(n) } -> std::same_as<Status>;
};

/// Measurements of a culling traversal: memory access and order of the results.
struct PlaneOrderReport {
  u64 steps = 0;           ///< Transitions from one visited node to the next.
  u64 adjacent_steps = 0;  ///< Transitions to the next position in the array.
  u64 inversions = 0;      ///< Pairs of results in the wrong order, with the farther item first.
  /// Branches whose plane does not separate their items, so the nearer child was visited first.
  u64 fallbacks = 0;
};

/// Structures with split planes. traverse_front_to_back(query, eye, counters, report or null,
/// visitor) visits visible items approximately front to back, without sorting. query_by_planes()
/// sets `inversions`.
template <class S>
concept PlaneOrdered = requires(const S c, const FrustumQuery& query, const Point<3>& eye,
                                QueryCounters& counters, PlaneOrderReport* report) {
  {
    c.traverse_front_to_back(query, eye, counters, report, AnyItemVisitor{})
    } -> std::same_as<Status>;
};

/// Visitor of visible items and of the planes that cut their boxes.
struct AnyCutVisitor {
  bool operator()(Id, u32) const { return true; }
};

/// Structures that report the planes that cut each visible item: cull(query, eye or null, counters,
/// visitor). The order is unspecified without an eye, approximately front to back with one.
template <class S>
concept ReportsPlaneMask = requires(const S c, const FrustumQuery& query, const Point<3>* eye,
                                    QueryCounters& counters) {
  { c.cull(query, eye, counters, AnyCutVisitor{}) } -> std::same_as<Status>;
};

}  // namespace sapwood
