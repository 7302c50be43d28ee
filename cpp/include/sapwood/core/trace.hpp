// What a walk tells of its steps.
//
// A walk counts its work in `counters`, and tells every step to trace_of(counters). Plain counters
// have a trace that does nothing, so nothing is left of it in a module for games; those of
// core/recorder.hpp write the steps down. Nodes are named by keys of the structure, which its
// picture repeats (core/node_dump.hpp).
#pragma once

#include <bit>
#include <concepts>
#include <utility>

#include "sapwood/base/types.hpp"
#include "sapwood/core/stats.hpp"

namespace sapwood {

// Counters of one verb, with whatever listens to its walk.
template <class T>
concept Counters = std::derived_from<T, QueryCounters>;

using NodeKey = u64;
inline constexpr NodeKey kNoNode = ~NodeKey{0};        // what no picture shows
inline constexpr NodeKey kListNode = ~NodeKey{0} - 1;  // the list beside a hierarchy, if it has one
inline constexpr NodeKey kCommonRoot = ~NodeKey{0} - 2;  // a root that is only drawn

// The name of a node in one of several pools, and in one of several parts (Recorder::in_part()).
constexpr NodeKey key_in(u32 pool, u32 node) { return NodeKey{pool} << 32 | node; }
constexpr NodeKey key_of_part(u32 part, NodeKey key) { return NodeKey{part} << 48 | key; }

// What was done. The first four are node visits.
enum class Step : u8 {
  kMissed,     // looked at a node and left it: the query misses it, or does not reach so far
  kEntered,    // looked at a node and will look into it
  kCovered,    // looked at a node that the query covers: everything below is a hit
  kBelow,      // came past a node below a covered one
  kCompared,   // compared so many items of a node
  kTaken,      // took the items of a node without comparing them
  kDropped,    // a node that had been entered is out of reach when its turn comes
  kNext,       // went on to a node without a visit of its own, since it lies behind the last one
  kSought,     // looked for something that is not there
  kCandidate,  // offered an item, whose id stands in place of the key
};

// Of nobody who listens.
struct NoTrace {
  static constexpr bool kListens = false;

  void step(Step, NodeKey, u64 = 0) const {}
  void in_part(u32, bool = true) const {}
};

inline NoTrace trace_of(const QueryCounters&) { return {}; }

// New counters for a part of a traversal that is counted separately.
inline QueryCounters forked_counters(QueryCounters&) { return {}; }

// The visitor that a traversal receives: unchanged, unless its steps are recorded.
template <class Visitor>
Visitor&& traced(QueryCounters&, Visitor&& visit) {
  return std::forward<Visitor>(visit);
}

// Whether the steps told with such counters go anywhere: asked before a loop that only tells.
template <class T>
inline constexpr bool kTraces =
    std::remove_reference_t<decltype(trace_of(std::declval<T&>()))>::kListens;

// A reference to it, or an empty object where nobody listens.
template <class C>
using TraceOf = decltype(trace_of(std::declval<C&>()));

// Tells of the lanes of a packet that were looked at: those of `entered` were entered. Lane i has
// the key key_of(i).
template <Counters C, class KeyOf>
void tell_lanes(C& counters, u32 looked_at, u32 entered, KeyOf&& key_of) {
  if constexpr (kTraces<C>) {
    for (; looked_at != 0; looked_at &= looked_at - 1) {
      const u32 lane = static_cast<u32>(std::countr_zero(looked_at));
      const Step step = (entered >> lane & 1) != 0 ? Step::kEntered : Step::kMissed;
      trace_of(counters).step(step, key_of(lane));
    }
  }
}

}  // namespace sapwood
