// Bytes of a tree of entries: the number of levels, the number of entries of each node, level by
// level from the root, then the ids in the leaves. Links and boxes follow from these, so forged
// bytes can only hold a wrong number or a wrong id.
#pragma once

#include "sapwood/core/entry_tree/validate.hpp"
#include "sapwood/core/serialize.hpp"

namespace sapwood::entry_tree {

template <int Dim>
void save(const Tree<Dim>& tree, ByteWriter& writer) {
  // the list of nodes is its own queue
  Array<u32> order;
  Array<u32> counts;
  Array<Id> ids;
  bool stored = tree.root() == kNone || order.push_back(tree.root());
  for (size_t i = 0; stored && i < order.size(); ++i) {
    const Node<Dim>& node = tree.node(order[i]);
    const u32* refs = tree.refs(order[i]);
    stored = counts.push_back(node.count);
    for (u32 slot = 0; stored && slot < node.count; ++slot) {
      stored = (node.is_leaf() ? ids : order).push_back(refs[slot]);
    }
  }
  if (!stored) return writer.fail();
  writer.value(tree.root() == kNone ? 0 : tree.height() + 1);
  writer.array(counts);
  writer.array(ids);
}

template <int Dim>
class Loader {
 public:
  Loader(Tree<Dim>& tree, const ItemStore<Dim>& items, ByteReader& reader)
      : tree_(tree), items_(items), reader_(reader) {}

  // Fills an empty tree. The reader is marked bad unless every node has a number of entries that
  // `fill` and the fan-out allow and the leaves hold live ids, each at most once.
  void load(const Fill& fill) {
    u32 levels = 0;
    reader_.value(levels);
    reader_.array(counts_);
    reader_.array(ids_);
    reader_.require(levels <= kMaxLevels && (levels == 0) == counts_.empty());
    // what a leaf held when the tree was made has an id below the end, so this many at most
    reader_.require(ids_.size() <= items_.size() &&
                    counts_.size() <= u64{items_.id_end()} + kMaxLevels);
    if (!reader_.ok() || !make_nodes(levels, fill)) return;
    if (levels == 0) return;
    tree_.set_root(0);
    if (link()) tree_.refit();
  }

 private:
  // Nodes without entries, level by level, if the counts fit each other.
  bool make_nodes(u32 levels, const Fill& fill) {
    const bool granted = tree_.reserve(counts_.size()) && tree_.reserve_ids(items_.id_end());
    if (!reader_.require_memory(granted)) return false;
    tree_.know(items_.id_end());
    size_t at = 0;
    u64 width = levels == 0 ? 0 : 1;  // nodes of a level; below the leaves: items
    for (u32 level = levels; level-- > 0;) {
      u64 below = 0;
      if (!reader_.require(width <= counts_.size() - at)) return false;
      for (const size_t end = at + static_cast<size_t>(width); at < end; ++at) {
        const u32 least = at != 0 ? fill.least : level == 0 ? 0 : fill.least_root;
        const bool fits = counts_[at] >= least && counts_[at] <= tree_.fan_out();
        if (!reader_.require(fits)) return false;
        below += counts_[at];
        tree_.acquire(level);
      }
      width = below;
    }
    return reader_.require(at == counts_.size() && width == ids_.size());
  }

  // Children follow in the order of their parents, and so do items.
  bool link() {
    u32 child = 1;
    size_t next = 0;
    for (u32 node = 0; node < counts_.size(); ++node) {
      for (u32 i = 0; i < counts_[node]; ++i) {
        if (!tree_.node(node).is_leaf()) {
          tree_.append(node, {empty_box<Dim>(), child++});
          continue;
        }
        const Id id = ids_[next++];
        const bool fits = id < items_.id_end() && items_.has(id) && tree_.leaf_of(id) == kNone;
        if (!reader_.require(fits)) return false;
        tree_.append(node, {items_.box(id), id});
      }
    }
    return true;
  }

  Tree<Dim>& tree_;
  const ItemStore<Dim>& items_;
  ByteReader& reader_;
  Array<u32> counts_;
  Array<Id> ids_;
};

}  // namespace sapwood::entry_tree
