// The trees of a scene pruner, and in which of them an item is.
#pragma once

#include "sapwood/structures/bvh/scene_pruner/forest.hpp"
#include "sapwood/structures/bvh/scene_pruner/rebuild.hpp"

namespace sapwood::scene_pruner {

// An item that the main tree has is there and nowhere else. `home` tells of all others: 0 or 1, the
// incremental tree; from kFirstMerged on, the slot of a merged tree. (After a swap it is out of
// date for the items that the main tree took over: so a swap costs nothing by item.)
template <int Dim>
struct Parts {
  static constexpr u32 kFirstMerged = 2;

  BulkPart<Dim> main;
  PendingTree<Dim> pending[2];  // one for each of the last two timestamps
  Forest<Dim> forest;
  Array<u32> home;  // by id
  Array<u32> leaf;  // by id: leaf in the tree that `home` names
  u32 current = 0;  // the incremental tree of the present timestamp
  u32 stamp = 1;    // of the present; each rebuild begins a new one

  PendingTree<Dim>& nursery() { return pending[current]; }
  PendingTree<Dim>& elders() { return pending[1 - current]; }
  Members<Dim> members(const ItemStore<Dim>& items) { return {items.boxes(), leaf.data()}; }

  bool is_pending(Id id) const { return !main.has(id) && home[id] < kFirstMerged; }
  // Slot of a merged tree; the item is in one.
  u32 slot_of(Id id) const { return home[id] - kFirstMerged; }
  // A live item that was there before the present timestamp.
  bool is_older(Id id) const {
    if (main.has(id)) return true;
    if (home[id] < kFirstMerged) return home[id] != current;
    return forest.at(slot_of(id))->stamp < stamp;
  }

  [[nodiscard]] bool reserve_ids(u32 extra) {
    return main.leaf_of.reserve_more(extra) && home.reserve_more(extra) && leaf.reserve_more(extra);
  }
  // An id above all others came into use. Needs reserve_ids().
  void note_new_id() {
    main.leaf_of.push_unchecked(kNone);
    home.push_unchecked(0);
    leaf.push_unchecked(kNone);
  }

  void clear() {
    main.tree.clear();
    main.leaf_of.clear();
    pending[0].clear();
    pending[1].clear();
    forest.clear();
    home.clear();
    leaf.clear();
  }

  size_t byte_length() const {
    return main.byte_length() + pending[0].byte_length() + pending[1].byte_length() +
           forest.byte_length() + home.byte_length() + leaf.byte_length();
  }

  // All trees but the main one.
  template <class Query, class Visitor>
  Status traverse_others(const Query& query, Counters auto& counters, Visitor&& visit) const {
    auto&& trace = trace_of(counters);
    Relay relay(visit);
    trace.in_part(kPendingPart + (1 - current));
    Status status = walk(pending[1 - current], query, counters, relay);
    trace.in_part(kPendingPart + current);
    if (status.ok() && !relay.ended()) status = walk(pending[current], query, counters, relay);
    if (status.ok() && !relay.ended()) status = forest.traverse(query, counters, relay);
    return status;
  }
  template <class Query, class Visitor>
  Status traverse(const Query& query, Counters auto& counters, Visitor&& visit) const {
    Relay relay(visit);
    const Status status = bulk_tree::traverse(main.tree, query, counters, relay);
    if (!status.ok() || relay.ended()) return status;
    return traverse_others(query, counters, visit);
  }
  // The main tree first: most of what may end the search is there.
  template <class Query, class Visitor>
  Status traverse_ordered(Query& query, Counters auto& counters, Visitor&& visit) const {
    Relay relay(visit);
    Status status = bulk_tree::traverse_ordered(main.tree, query, counters, relay);
    for (const u32 each : {1 - current, current}) {
      if (!status.ok() || relay.ended()) return status;
      trace_of(counters).in_part(kPendingPart + each);
      status = walk_ordered(pending[each], query, counters, relay);
    }
    if (!status.ok() || relay.ended()) return status;
    return forest.traverse_ordered(query, counters, relay);
  }
};

}  // namespace sapwood::scene_pruner
