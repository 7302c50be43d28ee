// All overlapping pairs of the items of a scene pruner: inside each bulk tree, between each two of
// them, and of every pending item with what it meets.
#pragma once

#include "sapwood/core/bulk_tree/pairs.hpp"
#include "sapwood/structures/bvh/scene_pruner/parts.hpp"

namespace sapwood::scene_pruner {

template <int Dim, class Visitor>
class PairWalk {
 public:
  PairWalk(const Parts<Dim>& parts, const ItemStore<Dim>& items, QueryCounters& counters,
           Visitor& visit)
      : parts_(parts), items_(items), counters_(counters), visit_(visit) {}

  Status run() {
    Status status = inside(parts_.main.tree);
    for (u32 slot = 0; slot < parts_.forest.slots() && go_on(status); ++slot) {
      if (parts_.forest.at(slot) != nullptr) status = merged(slot);
    }
    if (parts_.pending[0].empty() && parts_.pending[1].empty()) return status;
    for (Id id = items_.first(); id != kNone && go_on(status); id = items_.next(id)) {
      if (parts_.is_pending(id)) status = pending(id);
    }
    return status;
  }

 private:
  using Tree = bulk_tree::Tree<Dim>;

  bool go_on(const Status& status) const { return status.ok() && !ended_; }
  bool report(Id a, Id b) {
    ended_ = !static_cast<bool>(visit_(a, b));
    return !ended_;
  }

  Status inside(const Tree& tree) {
    return bulk_tree::overlapping_pairs(tree, counters_,
                                        [this](Id a, Id b) { return report(a, b); });
  }
  Status between(const Tree& first, const Tree& second) {
    if (first.empty() || second.empty()) return Status::success();
    return bulk_tree::overlapping_pairs(first, second, counters_,
                                        [this](Id a, Id b) { return report(a, b); });
  }

  // A merged tree in itself, with the main one and with those in later slots.
  Status merged(u32 slot) {
    const Tree& tree = parts_.forest.at(slot)->tree;
    Status status = inside(tree);
    if (go_on(status)) status = between(parts_.main.tree, tree);
    for (u32 other = slot + 1; other < parts_.forest.slots() && go_on(status); ++other) {
      const auto* later = parts_.forest.at(other);
      if (later != nullptr) status = between(tree, later->tree);
    }
    return status;
  }

  // Two pending items meet twice: the larger id is the one that is reported.
  Status pending(Id id) {
    const auto meet = [this, id](Id other) {
      if (other <= id && parts_.is_pending(other)) return true;
      return !overlaps(items_.box(id), items_.box(other)) || report(id, other);
    };
    return parts_.traverse(BoxQuery<Dim>(items_.box(id)), counters_, FunctionVisitor(meet));
  }

  const Parts<Dim>& parts_;
  const ItemStore<Dim>& items_;
  QueryCounters& counters_;
  Visitor& visit_;
  bool ended_ = false;
};

}  // namespace sapwood::scene_pruner
