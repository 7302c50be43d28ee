// What a traversal tells its visitor: candidates, which the verb confirms, and certain hits.
//
// A visitor takes candidates by id. It may take them with the exact box too, `at(id, box)`: where
// a traversal has that box at hand the verb need not look it up.
//
// A query object that can tell that everything inside a node is a hit offers covers(node). A
// traversal may then report the items below as certain: the exact test is skipped, the filter is
// not. Certain items are not counted as item tests. So may a traversal report the items that passed
// the packet test of a query whose packet test is exact, asked with the boxes of the items.
//
// A visitor that can take many certain hits at once offers certain_range(ids, count) and
// certain_lanes(ids, lanes); to all others the same hits go one by one, in the same order.
// One that keeps ids may offer room(count) and took(count): memory for so many certain hits, and
// four more that may be overwritten, or null where it wants them one by one; and how many came.
// Pairs may come in batches too, where the visitor, or the sink behind it, offers many(pairs,
// count). Every verb here answers false when the visitor ended the traversal.
#pragma once

#include <bit>
#include <concepts>

#include "sapwood/base/pair_set.hpp"
#include "sapwood/geometry/aabb_packet.hpp"

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

// Whether may_touch() and may_touch4(), asked with exact boxes, answer what hits() does.
template <class Query>
concept TestsExactly = requires {
  requires Query::kTestsExactly;
};

// Whether the exact hits of a query may be written to the visitor's memory.
template <class Query, class Visitor>
concept TakesRuns = TestsExactly<Query> && requires(Visitor visit, u32 count) {
  { visit.room(count) } -> std::same_as<Id*>;
  visit.took(count);
};

// A candidate whose exact box is at hand.
template <class Visitor, int Dim>
bool visit_at(Visitor& visit, Id id, const Aabb<Dim>& box) {
  if constexpr (requires { visit.at(id, box); }) {
    return static_cast<bool>(visit.at(id, box));
  } else {
    return static_cast<bool>(visit(id));
  }
}

template <class Visitor>
bool visit_certain(Visitor& visit, Id id) {
  if constexpr (requires { visit.certain(id); }) {
    return static_cast<bool>(visit.certain(id));
  } else {
    return static_cast<bool>(visit(id));
  }
}

// A certain hit of a frustum, with the planes that cut its box; those of the others it is inside
// of.
template <class Visitor>
bool visit_cut(Visitor& visit, Id id, u32 planes) {
  if constexpr (requires { visit.cut(id, planes); }) {
    return static_cast<bool>(visit.cut(id, planes));
  } else {
    return visit_certain(visit, id);
  }
}

// Ids that lie behind each other.
template <class Visitor>
bool visit_certain_range(Visitor& visit, const Id* ids, u32 count) {
  if constexpr (requires { visit.certain_range(ids, count); }) {
    return static_cast<bool>(visit.certain_range(ids, count));
  } else {
    for (u32 i = 0; i < count; ++i) {
      if (!visit_certain(visit, ids[i])) return false;
    }
    return true;
  }
}

// Some of four ids that lie behind each other: bit i of `lanes` stands for ids[i].
template <class Visitor>
bool visit_certain_lanes(Visitor& visit, const Id* ids, u32 lanes) {
  if constexpr (requires { visit.certain_lanes(ids, lanes); }) {
    return static_cast<bool>(visit.certain_lanes(ids, lanes));
  } else {
    for (; lanes != 0; lanes &= lanes - 1) {
      if (!visit_certain(visit, ids[std::countr_zero(lanes)])) return false;
    }
    return true;
  }
}

// An item whose exact box passed the test of a query.
template <class Query, class Visitor, int Dim>
bool visit_tested(Visitor& visit, Id id, const Aabb<Dim>& box) {
  if constexpr (TestsExactly<Query>) {
    return visit_certain(visit, id);
  } else {
    return visit_at(visit, id, box);
  }
}

// Lanes of a packet of exact item boxes that passed the packet test of a query.
template <class Query, class Visitor, int Dim>
[[gnu::always_inline]] inline bool visit_lanes(Visitor& visit, const Id* ids,
                                               const AabbPacket<Dim>& boxes, u32 lanes) {
  if constexpr (TestsExactly<Query>) {
    return visit_certain_lanes(visit, ids, lanes);
  } else {
    for (; lanes != 0; lanes &= lanes - 1) {
      const u32 lane = static_cast<u32>(std::countr_zero(lanes));
      if (!visit_at(visit, ids[lane], boxes.get(lane))) return false;
    }
    return true;
  }
}

// Hands over pairs with a < b, all at once where the visitor takes them so. False ends the search.
template <class Visitor>
bool visit_pairs(Visitor& visit, const IdPair* pairs, u32 count) {
  if constexpr (requires { visit.many(pairs, count); }) {
    return static_cast<bool>(visit.many(pairs, count));
  } else {
    for (u32 i = 0; i < count; ++i) {
      if (!visit(pairs[i].a, pairs[i].b)) return false;
    }
    return true;
  }
}

// Items of a packet on the way of an ordered query, with float32 bounds of their keys; those of
// `lanes` are in reach. A visitor that takes packets reads them, in turn, until the walk ends.
template <class Query, class Visitor, int Dim>
bool visit_in_reach(Visitor& visit, const Id* ids, const AabbPacket<Dim>& boxes, simd::F32x4 bounds,
                    u32 lanes) {
  if constexpr (requires { visit.packet(ids, boxes, bounds); }) {
    return lanes == 0 || static_cast<bool>(visit.packet(ids, boxes, bounds));
  } else {
    return visit_lanes<Query>(visit, ids, boxes, lanes);
  }
}

// Writes the exact hits among `count` packets of items to the visitor's memory, where it has some:
// no jump depends on what is hit. False, and nothing done, where it wants them one by one. The ids
// lie behind each other; unused lanes hold empty boxes.
template <class Query, class Visitor, int Dim>
[[gnu::always_inline]] inline bool take_packets(Visitor& visit, const Query& query, const Id* ids,
                                                const AabbPacket<Dim>* boxes, u32 count) {
  if constexpr (TakesRuns<Query, Visitor>) {
    if (Id* const room = visit.room(count * kLanes)) {
      Id* end = room;
      for (u32 at = 0; at < count; ++at) {
        const simd::U32x4 four = simd::U32x4::load(ids + at * kLanes);
        end += simd::compress_store(end, four, query.may_touch4(boxes[at]));
      }
      visit.took(static_cast<u32>(end - room));
      return true;
    }
  }
  return false;
}

// Items in packets that lie behind each other, with their exact boxes and their ids; unused lanes
// hold empty boxes. False when the visitor ended it.
template <class Query, class Visitor, int Dim>
bool visit_packets(Visitor& visit, const Query& query, const Id* ids, const AabbPacket<Dim>* boxes,
                   u32 count) {
  if (take_packets(visit, query, ids, boxes, count)) return true;
  for (; count != 0; --count, ids += kLanes, ++boxes) {
    if constexpr (requires { visit.packet(ids, *boxes, query.lower_bound4(*boxes)); }) {
      const simd::F32x4 bounds = query.lower_bound4(*boxes);
      const u32 near = query.in_reach4(bounds);
      if (!visit_in_reach<Query>(visit, ids, *boxes, bounds, near)) return false;
    } else {
      if (!visit_lanes<Query>(visit, ids, *boxes, query.may_touch4(*boxes))) return false;
    }
  }
  return true;
}

}  // namespace sapwood
