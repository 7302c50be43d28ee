// Numbers and picture of a wide tree with its pending items, computed from the nodes as they are.
//
// Leaves count as nodes; what holds no item is not shown. Pending items are a leaf beside the tree,
// under a root that both have then.
#pragma once

#include "sapwood/base/status.hpp"
#include "sapwood/core/item_packets.hpp"
#include "sapwood/core/node_dump.hpp"
#include "sapwood/structures/bvh/wide_tree/contents.hpp"

namespace sapwood::wide_tree {

template <int Dim>
class NodeDumper {
 public:
  explicit NodeDumper(const Contents<Dim>& all)
      : tree_(all.tree),
        pending_(all.pending),
        rooted_(!is_empty(tree_.bounds())),
        both_(rooted_ && pending_.size() > 0) {}

  void measure(IndexStats& stats) const {
    if (!rooted_ && pending_.size() == 0) return;
    const Aabb<Dim> beside = pending_.united();
    const Aabb<Dim> all = unite(tree_.bounds(), beside);
    Sums branches, leaves;
    u32 height = 0;
    if (both_) branches.add(all);
    if (pending_.size() > 0) leaves.add(beside);
    if (rooted_) branches.add(tree_.bounds());
    for (u32 at = 0; at < tree_.node_count(); ++at) {
      const Link& link = tree_.link(at);
      for (u32 lane = 0; lane < link.lanes(); ++lane) {
        const Aabb<Dim> box = tree_.boxes(at).get(lane);
        if (is_empty(box)) continue;
        (link.is_leaf(lane) ? leaves : branches).add(box);
        height = link.depth + 1 > static_cast<int>(height) ? link.depth + 1 : height;
      }
    }
    stats.nodes = branches.count + leaves.count;
    stats.leaves = leaves.count;
    stats.height = height + (both_ ? 1 : 0);
    if (!(half_area(all) > 0)) return;
    stats.area_ratio = branches.area / half_area(all);
    stats.sah = (branches.area + leaves.area) / half_area(all);
  }

  Status draw(u32 items, NodeDump& dump) const {
    Array<u32> places;  // in the picture, by node
    dump.clear();
    const size_t nodes = size_t{tree_.node_count()} + tree_.leaf_count() + 2;
    if (!dump.reserve(nodes, items, Dim) || !places.resize(tree_.node_count(), kNone)) {
      return Status::out_of_memory();
    }
    const u32 level = both_ ? 1 : 0;
    const Aabb<Dim> beside = pending_.united();
    if (both_)
      dump.add_node(unite(tree_.bounds(), beside), 0, kNone, NodeKind::kBranch, kCommonRoot);
    const u32 root = both_ ? 0 : kNone;
    if (pending_.size() > 0) {
      const u32 place = dump.add_node(beside, level, root, NodeKind::kLeaf, kListNode);
      for (const Id id : pending_.ids()) dump.add_item(place, id);
    }
    if (!rooted_) return Status::success();
    places[0] = dump.add_node(tree_.bounds(), level, root, NodeKind::kBranch, 0);
    for (u32 at = 0; at < tree_.node_count(); ++at) {
      if (places[at] != kNone) draw_lanes(at, level + 1, places, dump);
    }
    return Status::success();
  }

 private:
  struct Sums {
    f64 area = 0;
    f64 count = 0;

    void add(const Aabb<Dim>& box) {
      area += half_area(box);
      count += 1;
    }
  };

  void draw_lanes(u32 at, u32 first_level, Array<u32>& places, NodeDump& dump) const {
    const Link& link = tree_.link(at);
    const u32 level = first_level + link.depth;
    for (u32 lane = 0; lane < link.lanes(); ++lane) {
      const Aabb<Dim> box = tree_.boxes(at).get(lane);
      if (is_empty(box)) continue;
      if (!link.is_leaf(lane)) {
        places[link.child(lane)] =
            dump.add_node(box, level, places[at], NodeKind::kBranch, link.child(lane));
        continue;
      }
      const u32 place =
          dump.add_node(box, level, places[at], NodeKind::kLeaf, leaf_key(link.leaf(lane)));
      const Id* ids = tree_.ids(link.leaf(lane));
      for (u32 i = 0; i < kLanes; ++i) {
        if (ids[i] != kNone) dump.add_item(place, ids[i]);
      }
    }
  }

  const Tree<Dim>& tree_;
  const PendingList<Dim>& pending_;
  const bool rooted_;  // the tree holds items
  const bool both_;    // and so do the pending items
};

}  // namespace sapwood::wide_tree
