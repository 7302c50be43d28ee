// Trace of the steps of a traversal.
//
// A traversal counts its work in `counters` and reports every step to trace_of(counters). For plain
// counters, trace_of() returns a NoTrace, whose calls compile to no code. The counters of
// core/recorder.hpp record the steps. Each node is identified by a key, which the node dump of the
// structure also contains (core/node_dump.hpp).
#pragma once

#include <bit>
#include <concepts>
#include <utility>

#include "sapwood/base/types.hpp"
#include "sapwood/core/stats.hpp"

namespace sapwood {

template <class T>
concept Counters = std::derived_from<T, QueryCounters>;

using NodeKey = u64;
inline constexpr NodeKey kNoNode = ~NodeKey{0};          // a node that no dump contains
inline constexpr NodeKey kListNode = ~NodeKey{0} - 1;    // a list outside the hierarchy
inline constexpr NodeKey kCommonRoot = ~NodeKey{0} - 2;  // a root that exists only in the dump

// key_in() returns the key of a node in one of several pools. key_of_part() returns the key of a
// node in one of several parts of a structure (Recorder::in_part()).
constexpr NodeKey key_in(u32 pool, u32 node) { return NodeKey{pool} << 32 | node; }
constexpr NodeKey key_of_part(u32 part, NodeKey key) { return NodeKey{part} << 48 | key; }

// Kind of step. The kinds listed before kCompared count as node visits.
enum class Step : u8 {
  kMissed,     // rejected a node: it is outside the query or beyond its range
  kEntered,    // accepted a node, to be opened later
  kCovered,    // accepted a node that the query contains: everything below is a hit
  kBelow,      // visited a node below a covered node
  kCompared,   // compared items of a node; the amount is their number
  kTaken,      // accepted the items of a node without comparing them
  kDropped,    // dropped an entered node, because the range has shrunk since then
  kNext,       // continued with the adjacent node, which is not counted as a visit
  kSought,     // searched for something that does not exist
  kCandidate,  // passed an item to the visitor; its id replaces the key
};

struct NoTrace {
  static constexpr bool kEnabled = false;

  void step(Step, NodeKey, u64 = 0) const {}
  void in_part(u32, bool = true) const {}
};

inline NoTrace trace_of(const QueryCounters&) { return {}; }

// Returns new counters for a part of a traversal that is counted separately.
inline QueryCounters forked_counters(QueryCounters&) { return {}; }

// Returns the visitor for a traversal. For recorded counters, core/recorder.hpp has an overload
// that returns a recording visitor.
template <class Visitor>
Visitor&& traced(QueryCounters&, Visitor&& visit) {
  return std::forward<Visitor>(visit);
}

// True if the counters record steps. Loops that only report steps are compiled only in this case.
template <class T>
inline constexpr bool kTraces =
    std::remove_reference_t<decltype(trace_of(std::declval<T&>()))>::kEnabled;

template <class C>
using TraceOf = decltype(trace_of(std::declval<C&>()));

// Reports a step for each lane of a packet that is in the mask `tested`: kEntered if the lane is in
// `entered`, otherwise kMissed. Lane i has the key key_of(i).
template <Counters C, class KeyOf>
void trace_lanes(C& counters, u32 tested, u32 entered, KeyOf&& key_of) {
  if constexpr (kTraces<C>) {
    for (; tested != 0; tested &= tested - 1) {
      const u32 lane = static_cast<u32>(std::countr_zero(tested));
      const Step step = (entered >> lane & 1) != 0 ? Step::kEntered : Step::kMissed;
      trace_of(counters).step(step, key_of(lane));
    }
  }
}

}  // namespace sapwood
