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

/// Item visitor that the concepts below use as an argument.
struct AnyItemVisitor : ItemVisitor<AnyItemVisitor> {
  bool test(Id) const { return true; }
};
/// Pair visitor that the concepts below use as an argument. A visitor returns false to end the
/// search.
struct AnyPairVisitor {
  bool operator()(Id, Id) const { return true; }
};

/// Functions that every structure has. The caller validates arguments: boxes are valid, ids are
/// live, options are in range. A function that changes the structure succeeds, or returns
/// kOutOfMemory and changes nothing. In the concepts of this file, `out` marks output parameters.
///
/// - S::kId: name in the registry, such as "dynamic-tree"
/// - S::Options: struct with describe(), see core/options.hpp
/// - build(boxes, count): replaces all items; item i gets id i
/// - update(boxes, changed out): sets the boxes of all live items, in ascending order of their ids;
///   counts the items that changed their place in the structure
/// - clear(): removes all items
/// - shrink(): frees unneeded memory; structures also call it themselves, see core/shrink.hpp
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
/// The box must not be a reference to memory of the index, such as items().box(0), because the
/// index can reallocate this memory.
template <class S>
concept Dynamic = requires(S s, Aabb<S::kDim> box, Point<S::kDim> by, Filter f, Id id, bool b) {
  { s.insert(box, f, id) } -> std::same_as<Status>;
  { s.remove(id) } -> std::same_as<Status>;
  { s.move(id, box, by, b) } -> std::same_as<Status>;
  { s.set_filter(id, f) } -> std::same_as<Status>;
};

/// Structures that can be traversed with a query. traverse(query, counters, visitor) visits every
/// item that may be a hit, in any order, and counts nodes and items. Query functions then test each
/// item with query.hits(), unless the traversal has accepted it (core/visitors.hpp). traverse()
/// returns success even if the visitor ends the traversal, and kOutOfMemory if allocation fails.
/// Traversals of one structure may be nested.
template <class S, class Query>
concept Traversable = requires(const S c, const Query& query, QueryCounters& counters) {
  { c.traverse(query, counters, AnyItemVisitor{}) } -> std::same_as<Status>;
};

/// Structures with a separate traversal for spheres, which is faster than their traversal with a
/// VolumeQuery.
template <class S>
concept HasSphereTraversal = requires {
  requires S::kHasSphereTraversal;
};
/// Structures with a separate traversal for frusta.
template <class S>
concept HasFrustumTraversal = requires {
  requires S::kHasFrustumTraversal;
};

/// Structures with an ordered traversal. traverse_ordered() is like traverse(), for a query whose
/// search radius shrinks while the visitor runs (`query.in_reach(query.lower_bound(node))`). Nearer
/// nodes are visited first where possible.
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

/// Structures that defer work, such as sorting after moves. flush() performs this work; every query
/// function calls it first. flush_pairs() performs the part of the work that pairs() requires.
/// flush_for(count) may perform additional work before a batch of `count` queries.
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

/// Structures whose update() does not change the hierarchy and only recomputes its boxes.
template <class S>
concept RefitsOnUpdate = requires {
  requires S::kRefits;
};

/// Structures whose hierarchy can be improved. optimize(budget, spent out) performs at most
/// `budget` units of work.
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

/// Structures that report overlapping pairs between two indices. pairs_with(other, counters,
/// visitor) passes an id of this index and an id of the other index to the visitor.
template <class S>
concept PairableWith = requires(const S c, const S& other, QueryCounters& counters) {
  { c.pairs_with(other, counters, AnyPairVisitor{}) } -> std::same_as<Status>;
};

/// Structures that can be refitted. refit(visited out) recomputes all outdated boxes and counts the
/// visited nodes.
template <class S>
concept Refitting = requires(S s, u32 visited) {
  { s.refit(visited) } -> std::same_as<Status>;
};

/// Structures that can be built in steps.
///
/// - begin_build(boxes, count): starts a build and copies the boxes
/// - step_build(limit, work out, done out): performs at most `limit` > 0 units of work, about one
///   for each item in each pass; requires building()
/// - step_work(): the recommended limit
///
/// Queries return the old items until `done` is true. build(), clear() and load() cancel a build.
template <class S>
concept Progressive = requires(S s, const S c, const Aabb<S::kDim>* boxes, u32 n, bool b) {
  { s.begin_build(boxes, n) } -> std::same_as<Status>;
  { s.step_build(n, n, b) } -> std::same_as<Status>;
  { c.step_work() } -> std::same_as<u32>;
  { c.building() } -> std::same_as<bool>;
};

/// Structures that can be merged. merge(other, ids out) adds copies of the items of another index,
/// including their filters. ids[i] is the new id of the i-th live item of the other index.
template <class S>
concept Mergeable = requires(S s, const S& other, Array<Id>& ids) {
  { s.merge(other, ids) } -> std::same_as<Status>;
  s.merge_cost().work;
};

/// Structures that rebuild their hierarchy in the background.
///
/// - step(budget, work out): performs at most `budget` units of work
/// - step_work(): the recommended budget
/// - commit(swapped out): replaces the hierarchy if the new hierarchy is finished
/// - state(): 0 if no rebuild is in progress, kStates - 1 if commit() would replace the hierarchy
template <class S>
concept BackgroundBuilt = requires(S s, const S c, u32 n, bool b) {
  { s.step(n, n) } -> std::same_as<Status>;
  { c.step_work() } -> std::same_as<u32>;
  { s.commit(b) } -> std::same_as<Status>;
  { c.state() } -> std::convertible_to<u32>;
};

/// Structures whose origin can be shifted. shift_origin(by) subtracts the vector `by` from all
/// coordinates. It returns kInvalidArgument if a box would leave the allowed range.
template <class S>
concept Shiftable = requires(S s, const Point<S::kDim>& by) {
  { s.shift_origin(by) } -> std::same_as<Status>;
};

/// Structures that can divide a fixed space instead of a space that depends on the items.
/// set_space(box) sets the fixed space. space() returns it, or an empty box if no space was set.
template <class S>
concept FixedDomain = requires(S s, const S c, const Aabb<S::kDim>& box) {
  {s.set_space(box)};
  { c.space() } -> std::convertible_to<Aabb<S::kDim>>;
};

/// Structures that can move items first and rebuild the hierarchy later. enlarge(id, box,
/// displacement, changed out) moves an item and keeps its place in the hierarchy.
/// rebuild_enlarged(rebuilt out) rebuilds the branches that became larger.
template <class S>
concept HasStrategies = requires(S s, Id id, const Aabb<S::kDim>& box, const Point<S::kDim>& by,
                                 bool b, u32 n) {
  { s.enlarge(id, box, by, b) } -> std::same_as<Status>;
  { s.rebuild_enlarged(n) } -> std::same_as<Status>;
};

/// Measurements of a culling traversal: memory access and order of the results.
struct PlaneOrderReport {
  u64 steps = 0;           ///< Transitions from one visited node to the next.
  u64 adjacent_steps = 0;  ///< Transitions to the next position in the array.
  u64 inversions = 0;      ///< Pairs of results in the wrong order, with the farther item first.
  /// Number of branches whose split plane does not separate their items. In such a branch, the
  /// nearer child was visited first.
  u64 fallbacks = 0;
};

/// Structures with split planes. traverse_front_to_back(query, eye, counters, report or null,
/// visitor) visits visible items approximately front to back, without sorting. It fills in the
/// report except `inversions`, which query_by_planes() counts.
template <class S>
concept PlaneOrdered = requires(const S c, const FrustumQuery& query, const Point<3>& eye,
                                QueryCounters& counters, PlaneOrderReport* report) {
  {
    c.traverse_front_to_back(query, eye, counters, report, AnyItemVisitor{})
    } -> std::same_as<Status>;
};

/// Visitor of visible items that the concept below uses as an argument. The second parameter is the
/// mask of the planes that cut the box of the item.
struct AnyCutVisitor {
  bool operator()(Id, u32) const { return true; }
};

/// Structures that report the planes that cut each visible item: cull(query, eye or null, counters,
/// visitor). The order is approximately front to back from the point `eye`, or unspecified if
/// `eye` is null.
template <class S>
concept ReportsPlaneMask = requires(const S c, const FrustumQuery& query, const Point<3>* eye,
                                    QueryCounters& counters) {
  { c.cull(query, eye, counters, AnyCutVisitor{}) } -> std::same_as<Status>;
};

}  // namespace sapwood
