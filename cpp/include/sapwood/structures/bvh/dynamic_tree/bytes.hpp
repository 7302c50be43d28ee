// Serialization of a dynamic tree: one word per node, which defines the shape of the tree, and the
// fat boxes that differ from those of newly inserted items. Boxes of branches, heights and parents
// are recomputed.
//
// Nodes are numbered as in a bulk build: parents come before children, and siblings are adjacent.
// The word of a leaf is the id of its item, with the top bit set. The word of a branch is the
// number of its pair of children, which are nodes 2 * pair + 1 and 2 * pair + 2. Any sequence of
// words that passes the checks is a tree: each pair has one parent, at a lower index, and each live
// item has one leaf.
#pragma once

#include "sapwood/core/item_store.hpp"
#include "sapwood/core/serialize.hpp"
#include "sapwood/structures/bvh/dynamic_tree/node.hpp"

namespace sapwood::dynamic_tree {

inline constexpr u32 kLeafBit = 0x80000000u;

// Returns the fat box that an item gets when it is inserted.
template <int Dim>
Aabb<Dim> usual_fat_box(const Aabb<Dim>& box, const DynamicTreeOptions& options) {
  return fatten(box, Point<Dim>{}, options);
}

template <int Dim>
class TreeWriter {
 public:
  TreeWriter(const TreeView<Dim>& view, ByteWriter& writer) : view_(view), writer_(writer) {}

  void write(const DynamicTreeOptions& options) {
    if (!write_shape() || !write_fat_boxes(options)) writer_.fail();
  }

 private:
  struct Open {
    u32 node;
    u32 number;
  };

  bool write_shape() {
    const auto& nodes = view_.tree;
    Array<u32> words;
    Array<Open> open;
    if (!words.resize(nodes.live()) || !open.reserve(view_.tree.height() + 1)) return false;
    u32 pairs = 0;
    Open at{Tree<Dim>::kRoot, 0};
    while (!nodes.empty()) {
      while (!nodes[at.node].is_leaf()) {
        words[at.number] = pairs;
        const u32 first = 2 * pairs++ + 1;
        open.push_unchecked({nodes[at.node].child(1), first + 1});
        at = {nodes[at.node].child(0), first};
      }
      words[at.number] = nodes[at.node].item() | kLeafBit;
      if (open.empty()) break;
      at = open.back();
      open.pop_back();
    }
    writer_.words(words.data(), words.size());
    return true;
  }

  bool write_fat_boxes(const DynamicTreeOptions& options) {
    Array<Id> ids;
    Array<Aabb<Dim>> boxes;
    const auto& items = view_.items;
    for (Id id = items.first(); id != kNone; id = items.next(id)) {
      const Aabb<Dim> usual = usual_fat_box(items.box(id), options);
      if (view_.fat(id) == usual) continue;
      if (!ids.push_back(id) || !boxes.push_back(view_.fat(id))) return false;
    }
    writer_.array(ids);
    writer_.array(boxes);
    return true;
  }

  const TreeView<Dim>& view_;
  ByteWriter& writer_;
};

template <int Dim>
class TreeReader {
 public:
  TreeReader(const ItemStore<Dim>& items, Tree<Dim>& tree) : items_(items), tree_(tree) {}

  // Reads into an empty tree. Marks the reader as failed unless the bytes are a tree that contains
  // exactly the items of the store.
  void read(const DynamicTreeOptions& options, ByteReader& reader) {
    const u32 count = items_.size() == 0 ? 0 : 2 * items_.size() - 1;
    if (!reader.require(items_.id_end() <= kLeafBit)) return;
    const u8* const words = reader.skip(size_t{count} * sizeof(u32));
    if (words == nullptr) return;
    const bool room = tree_.reserve(items_.size(), items_.id_end()) &&
                      taken_.resize((size_t{items_.size()} + 63) / 64, 0);
    if (!reader.require_memory(room)) return;
    tree_.assign(items_.size(), items_.id_end());
    if (!reader.require(place_nodes(words, count, options)) || !read_fat_boxes(reader)) return;
    for (u32 i = count; i-- > 0;) {
      if (tree_[i + 1].is_branch()) refit_node(tree_, i + 1);
    }
  }

 private:
  // Returns false unless the words form a single tree: every branch has a different pair of
  // children, and all pairs are used.
  bool place_nodes(const u8* words, u32 count, const DynamicTreeOptions& options) {
    u32 branches = 0;
    for (u32 i = 0; i < count; ++i) {
      u32 word;
      std::memcpy(&word, words + size_t{i} * sizeof(u32), sizeof(u32));
      const u32 at = i + 1;  // the root is node 1
      if ((word & kLeafBit) != 0) {
        const Id id = word & ~kLeafBit;
        if (!items_.has(id) || tree_.leaf_of(id) != kNone) return false;
        tree_.put(at, tree_.make_leaf(usual_fat_box(items_.box(id), options), id));
        continue;
      }
      // the pair must be in range, after this node, and not used by another node
      if (word >= count / 2 || 2 * word + 1 <= i || !take(word)) return false;
      tree_[at].link = 2 * word + 2;
      tree_[at].height = 1;
      tree_.set_parent(2 * word + 2, at);
      ++branches;
    }
    return branches == count / 2;
  }
  bool take(u32 pair) {
    const u64 bit = u64{1} << (pair & 63);
    u64& word = taken_[pair >> 6];
    const bool fresh = (word & bit) == 0;
    word |= bit;
    return fresh;
  }

  bool read_fat_boxes(ByteReader& reader) {
    Array<Id> ids;
    Array<Aabb<Dim>> boxes;
    reader.array(ids);
    reader.array(boxes);
    if (!reader.require(ids.size() == boxes.size())) return false;
    for (size_t i = 0; i < ids.size(); ++i) {
      const bool ascends = i == 0 || ids[i - 1] < ids[i];
      if (!reader.require(ascends && items_.has(ids[i]) && fits(boxes[i], items_.box(ids[i])))) {
        return false;
      }
      tree_.set_fat_box(ids[i], boxes[i]);
    }
    return true;
  }
  // Returns true if a fat box contains the box of its item, is in range and contains no -0.
  static bool fits(const Aabb<Dim>& fat, const Aabb<Dim>& box) {
    bool plain = contains(fat, box);
    for (int axis = 0; axis < Dim; ++axis) {
      plain &= fat.min[axis] >= -kMaxFatCoordinate && fat.max[axis] <= kMaxFatCoordinate;
      plain &= !(fat.min[axis] == 0 && std::signbit(fat.min[axis]));
      plain &= !(fat.max[axis] == 0 && std::signbit(fat.max[axis]));
    }
    return plain;
  }

  const ItemStore<Dim>& items_;
  Tree<Dim>& tree_;
  Array<u64> taken_;  // one bit per pair
};

}  // namespace sapwood::dynamic_tree
