// Bytes of a wide tree: the lanes of each node and the ids by slot. Links and boxes follow from
// these, so forged bytes can only hold a wrong number or a wrong id.
#pragma once

#include "sapwood/core/item_store.hpp"
#include "sapwood/core/serialize.hpp"
#include "sapwood/structures/bvh/wide_tree/tree.hpp"

namespace sapwood::wide_tree {

template <int Dim>
void save(const Tree<Dim>& tree, ByteWriter& writer) {
  Array<Shape> shapes;
  if (!shapes.reserve(tree.node_count())) return writer.fail();
  for (u32 at = 0; at < tree.node_count(); ++at) {
    shapes.push_unchecked(Shape::of(tree.link(at).leaves, tree.link(at).branches));
  }
  writer.array(shapes);
  writer.value(u64{tree.slot_count()});
  if (!tree.empty()) writer.words(tree.ids(0), tree.slot_count());
}

// Some of the ids below an end.
class IdSet {
 public:
  [[nodiscard]] bool reserve(u32 id_end) { return words_.resize((size_t{id_end} + 63) / 64, 0); }
  bool has(Id id) const { return (words_[id / 64] >> id % 64 & 1) != 0; }
  // False when it was there.
  bool add(Id id) {
    const u64 bit = u64{1} << id % 64;
    const bool fresh = (words_[id / 64] & bit) == 0;
    words_[id / 64] |= bit;
    return fresh;
  }

 private:
  Array<u64> words_;
};

inline void load(Plan& plan, ByteReader& reader) {
  reader.array(plan.shapes);
  reader.array(plan.slots);
  reader.require(plan.slots.size() % kLanes == 0 && plan.leaf_count() < kMaxLeaves);
  // every node has a leaf below, and a leaf that many nodes above
  reader.require(plan.shapes.size() <= plan.leaf_count() * (kMaxHeight + 1));
}

// Fills an empty tree from a plan and notes the ids that it holds. The reader is marked bad unless
// the lanes make one tree and the slots hold live ids, each at most once.
template <int Dim>
void adopt(Plan& plan, Tree<Dim>& tree, const ItemStore<Dim>& items, IdSet& held,
           ByteReader& reader) {
  if (!reader.require_memory(held.reserve(items.id_end()) && tree.reserve(plan))) return;
  if (!reader.require(tree.adopt_shape(plan))) return;
  const u32 id_end = items.id_end();
  const bool dense = items.dense();
  reader.require(tree.fill(items.boxes(), [&](Id id) {
    return id < id_end && (dense || items.has(id)) && held.add(id);
  }));
}

}  // namespace sapwood::wide_tree
