// Dump and validation of sorted boxes.
#pragma once

#include "sapwood/core/node_dump.hpp"
#include "sapwood/core/sweep/sorted_boxes.hpp"
#include "sapwood/core/validation.hpp"

namespace sapwood::sweep {

// One root over the blocks, which hold their items in sweep order; nothing when empty.
template <int Dim>
Status dump_blocks(const SortedBoxes<Dim>& boxes, NodeDump& dump) {
  dump.clear();
  const u32 blocks = boxes.block_count();
  if (blocks == 0) return Status::success();
  if (!dump.reserve(size_t{1} + blocks, boxes.size(), Dim)) return Status::out_of_memory();
  Aabb<Dim> all = empty_box<Dim>();
  for (u32 block = 0; block < blocks; ++block) all = unite(all, boxes.block_box(block));
  const u32 root = dump.add_node(all, 0, kNone, NodeKind::kBranch, kCommonRoot);
  for (u32 block = 0; block < blocks; ++block) {
    const u32 node = dump.add_node(boxes.block_box(block), 1, root, NodeKind::kBlock, block);
    for (u32 i = 0; i < boxes.block_size(block); ++i) {
      dump.add_item(node, boxes.id(boxes.block_first(block) + i));
    }
  }
  return Status::success();
}

// The order holds each live item once, with its key, by (lower edge, id).
template <int Dim>
void validate_order(const ItemStore<Dim>& items, const Array<KeyedIndex>& order, u32 axis,
                    Faults& faults) {
  faults.require(order.size() == items.size(),
                 "the order does not hold all items:", static_cast<u32>(order.size()));
  for (u32 at = 0; at < order.size(); ++at) {
    const Id id = order[at].index;
    if (!faults.require(items.has(id), "the order names an item that is gone at", at)) continue;
    faults.require(order[at].key == sortable_key(items.box(id).min[axis]),
                   "the key differs from the lower edge of id", id);
    // strictly ascending, so no id stands twice
    faults.require(at == 0 || precedes(order[at - 1], order[at]), "the order is broken at", at);
  }
}

template <int Dim>
void validate_blocks(const SortedBoxes<Dim>& boxes, Faults& faults) {
  f32 reach = -HUGE_VALF;
  for (u32 block = 0; block < boxes.block_count(); ++block) {
    Aabb<Dim> all = empty_box<Dim>();
    for (u32 i = 0; i < boxes.block_size(block); ++i) {
      all = unite(all, boxes.box(boxes.block_first(block) + i));
    }
    faults.require(boxes.block_box(block) == all, "the box is not the union of block", block);
    reach = std::max(reach, all.max[boxes.axis()]);
    faults.require(boxes.reach(block) == reach, "the reach is wrong of block", block);
  }
}

// The sorted boxes are copies of the items in the same order, and the blocks fit them.
template <int Dim>
void validate_boxes(const ItemStore<Dim>& items, const Array<KeyedIndex>& order,
                    const SortedBoxes<Dim>& boxes, Faults& faults) {
  const bool complete =
      faults.require(boxes.size() == order.size(), "sorted boxes of a wrong number:", boxes.size());
  for (u32 at = 0; complete && at < boxes.size(); ++at) {
    const Id id = boxes.id(at);
    faults.require(id == order[at].index, "the sorted boxes have a wrong id at", at);
    if (!items.has(id)) continue;
    faults.require(boxes.box(at) == items.box(id), "the sorted box differs from id", id);
    faults.require(boxes.low(at) == items.box(id).min[boxes.axis()],
                   "the sorted lower edge differs from id", id);
  }
  validate_blocks(boxes, faults);
}

}  // namespace sapwood::sweep
