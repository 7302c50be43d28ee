// A bulk tree as bytes: the links and the ids of the leaves. Boxes follow from the items.
#pragma once

#include "sapwood/core/bulk_tree/validate.hpp"
#include "sapwood/core/serialize.hpp"

namespace sapwood::bulk_tree {

template <class Tree>
class TreeBytes {
 public:
  static constexpr int kDim = Tree::kDim;

  static void save(const Tree& tree, ByteWriter& writer) {
    writer.value(u64{tree.node_count()});
    for (const auto& node : tree.nodes_) writer.value(node.data);
    writer.value(u64{tree.position_count()});
    for (const auto& item : tree.items_) writer.value(item.id);
  }

  // Reads what save() wrote; the reader is marked bad when the links are no tree, or a leaf holds
  // anything but live items. Writes the map of the items that the tree holds.
  static void load(ByteReader& reader, Tree& tree, const ItemStore<kDim>& items, LeafMap& map) {
    Array<u32> links;
    Array<u32> ids;
    reader.array(links);
    reader.array(ids);
    if (!reader.require(links.size() < kForeign && ids.size() < kMaxPositions)) return;
    tree.clear();
    if (!reader.require_memory(tree.nodes_.resize(links.size())) ||
        !reader.require_memory(tree.items_.resize(ids.size()))) {
      return;
    }
    for (size_t i = 0; i < links.size(); ++i) tree.nodes_[i] = {empty_box<kDim>(), links[i]};
    for (size_t i = 0; i < ids.size(); ++i) tree.items_[i] = {empty_box<kDim>(), ids[i]};
    check(reader, tree, items, map);
  }

 private:
  static void check(ByteReader& reader, Tree& tree, const ItemStore<kDim>& items, LeafMap& map) {
    Faults faults;
    Validator<Tree> validator(tree, faults);
    if (!reader.require_memory(validator.reserve(items.id_end()))) return;
    if (!reader.require(validator.check_links() && validator.check_ids())) return;
    for (Id id = 0; id < items.id_end(); ++id) {
      const u32 leaf = validator.leaf_of(id);
      if (!reader.require(leaf == kNone || items.has(id))) return;
      if (leaf != kNone) map[id] = leaf;
    }
    tree.live_ = validator.live();
    tree.height_ = validator.height();
    tree.refit_all(items.boxes());
  }
};

}  // namespace sapwood::bulk_tree
