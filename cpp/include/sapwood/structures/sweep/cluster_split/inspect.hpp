// Dump and validation of cluster split.
#pragma once

#include "sapwood/core/node_dump.hpp"
#include "sapwood/core/validation.hpp"
#include "sapwood/structures/sweep/cluster_split/clustering.hpp"

namespace sapwood::cluster {

// The tree as it is: clusters are leaves.
template <int Dim>
Status dump_tree(const Array<Node<Dim>>& nodes, const Array<Id>& ids, NodeDump& dump) {
  dump.clear();
  if (!dump.reserve(nodes.size(), ids.size(), Dim)) return Status::out_of_memory();
  u32 last_at[kDeepest + 2];  // by depth: the last node so far
  for (u32 index = 0; index < nodes.size();) {
    const Node<Dim>& node = nodes[index];
    const bool leaf = node.skip == index + 1;
    const u32 parent = node.depth == 0 ? kNone : last_at[node.depth - 1];
    const NodeKind kind = leaf ? NodeKind::kLeaf : NodeKind::kBranch;
    const u32 place = dump.add_node(node.box, node.depth, parent, kind, index);
    if (place == NodeDump::kSkipped) {
      index = node.skip;
      continue;
    }
    last_at[node.depth] = place;
    for (u32 at = node.first; leaf && at < node.first + node.count; ++at) {
      dump.add_item(place, ids[at]);
    }
    ++index;
  }
  return Status::success();
}

// The list holds each live item once.
template <int Dim>
void validate_list(const ItemStore<Dim>& items, const Array<Id>& ids, Faults& faults) {
  faults.require(ids.size() == items.size(),
                 "the list does not hold all items:", static_cast<u32>(ids.size()));
  std::vector<bool> seen(items.id_end(), false);
  for (const Id id : ids) {
    if (!faults.require(items.has(id), "the list names an item that is gone: id", id)) continue;
    faults.require(!seen[id], "twice in the list: id", id);
    seen[id] = true;
  }
}

// Whether the boxes of a run leave a gap on an axis.
template <int Dim>
bool has_gap_on(const ItemStore<Dim>& items, const Id* ids, u32 count, int axis) {
  std::vector<Id> order(ids, ids + count);
  std::sort(order.begin(), order.end(),
            [&](Id a, Id b) { return items.box(a).min[axis] < items.box(b).min[axis]; });
  f32 reach = items.box(order[0]).max[axis];
  for (const Id id : order) {
    if (items.box(id).min[axis] > reach) return true;
    reach = std::max(reach, items.box(id).max[axis]);
  }
  return false;
}

// Whether they leave one where a cut is sought.
template <int Dim>
bool has_gap(const ItemStore<Dim>& items, const Id* ids, u32 count, ClusterAxis where) {
  if (where == ClusterAxis::kVariance) {
    const int axis = axis_of_variance(items, count, [=](u32 i) { return ids[i]; });
    return has_gap_on(items, ids, count, axis);
  }
  bool found = false;
  for (int axis = 0; axis < Dim; ++axis) found |= has_gap_on(items, ids, count, axis);
  return found;
}

// A node: its box, and that its parts are apart or that it cannot be cut.
template <int Dim>
void validate_node(const ItemStore<Dim>& items, const Array<Node<Dim>>& nodes, const Array<Id>& ids,
                   u32 index, const ClusterSplitOptions& options, Faults& faults) {
  const Node<Dim>& node = nodes[index];
  Aabb<Dim> all = empty_box<Dim>();
  for (u32 at = node.first; at < node.first + node.count; ++at) {
    all = unite(all, items.box(ids[at]));
  }
  faults.require(node.box == all, "the box is not the union of node", index);
  if (node.skip == index + 1) {
    if (node.depth < options.depth && node.count > options.capacity) {
      faults.require(!has_gap(items, ids.data() + node.first, node.count, options.axis),
                     "a gap is left in cluster", index);
    }
    return;
  }
  const Node<Dim>& lower = nodes[index + 1];
  if (!faults.require(lower.skip < node.skip, "one part only of node", index)) return;
  const Node<Dim>& upper = nodes[lower.skip];
  const bool whole = lower.first == node.first && upper.first == lower.first + lower.count &&
                     lower.count + upper.count == node.count;
  faults.require(whole && upper.skip == node.skip, "the parts do not make up node", index);
  faults.require(!overlaps(lower.box, upper.box), "the parts are not apart of node", index);
}

template <int Dim>
void validate_tree(const ItemStore<Dim>& items, const Array<Node<Dim>>& nodes, const Array<Id>& ids,
                   const ClusterSplitOptions& options, Faults& faults) {
  if (!faults.empty()) return;  // a broken list cannot be walked
  for (u32 index = 0; index < nodes.size(); ++index) {
    validate_node(items, nodes, ids, index, options, faults);
  }
}

}  // namespace sapwood::cluster
