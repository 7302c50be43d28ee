// All pairs: those of every leaf, each reported in the leaf in which the lower corner of the
// overlap lies; then pending items with each other and with the tree.
#pragma once

#include "sapwood/structures/orthtree/quadtree/query.hpp"

namespace sapwood::quadtree {

template <int Dim>
class LeafPairs {
 public:
  LeafPairs(const Tree<Dim>& tree, const ItemStore<Dim>& items, QueryCounters& counters)
      : tree_(tree), items_(items), counters_(counters) {}

  // visit(Id, Id) answers false to end the walk.
  template <class Visitor>
  Status walk(Visitor&& visit) {
    for (u32 at = 0; at < tree_.nodes.size(); ++at) {
      const Node<Dim>& node = tree_.nodes[at];
      if (!node.is_leaf() || node.run().slots == 0) continue;
      ++counters_.node_visits;
      if (!within(node, visit)) return Status::success();
    }
    return tree_.has_fresh() && tree_.size != 0 ? with_pending(visit) : Status::success();
  }

 private:
  template <class Visitor>
  bool within(const Node<Dim>& leaf, Visitor& visit) {
    const ItemPackets<Dim>& packets = tree_.packets();
    const SlotRun run = leaf.run();
    for (u32 i = 0; i + 1 < run.slots; ++i) {
      const Id id = packets.id(run.first() + i);
      if (id == kNone) continue;
      const Aabb<Dim> box = packets.box(run.first() + i);
      const bool several = tree_.slots.several(id) != kNone;
      const auto report = [&](Id other) {
        const bool once = !several || tree_.slots.several(other) == kNone ||
                          meet_in(box, items_.box(other), leaf.cell);
        return !once || static_cast<bool>(visit(id, other));
      };
      if (!packets.match(box, run, i + 1, counters_, report)) return false;
    }
    return true;
  }

  template <class Visitor>
  Status with_pending(Visitor& visit) {
    const SlotRun fresh = tree_.run(tree_.fresh());
    for (u32 slot = fresh.first(); slot < fresh.end(); ++slot) {
      const Id id = tree_.packets().id(slot);
      if (id == kNone) continue;
      const Aabb<Dim> box = tree_.packets().box(slot);
      const bool go_on = tree_.for_each_leaf(box, [&](const Node<Dim>& leaf) {
        ++counters_.node_visits;
        return tree_.packets().match(box, leaf.run(), 0, counters_, [&](Id other) {
          const bool once =
              tree_.slots.several(other) == kNone || meet_in(box, items_.box(other), leaf.cell);
          return !once || static_cast<bool>(visit(id, other));
        });
      });
      if (!go_on) break;
    }
    return Status::success();
  }

  const Tree<Dim>& tree_;
  const ItemStore<Dim>& items_;
  QueryCounters& counters_;
};

}  // namespace sapwood::quadtree
