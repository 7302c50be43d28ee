// Every invariant of a tree of entries. The links are trusted to be in range: the structures make
// them themselves, and load() rebuilds them from counts.
#pragma once

#include "sapwood/core/entry_tree/tree.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/core/validation.hpp"

namespace sapwood::entry_tree {

// Least number of entries of a node.
struct Fill {
  u32 least;       // of nodes other than the root
  u32 least_root;  // of a root that is a branch
};

template <int Dim>
class Validator {
 public:
  Validator(const Tree<Dim>& tree, const ItemStore<Dim>& items, Faults& faults)
      : tree_(tree), items_(items), faults_(faults) {}

  // `held`: how many items the tree has to hold.
  void run(const Fill& fill, u32 held) {
    faults_.require(tree_.nodes().sound(), "free list or live count broken near node",
                    tree_.root());
    u32 found = 0;
    u32 below_root = 0;
    for (u32 at = 0; at < tree_.slots(); ++at) {
      const Node<Dim>& node = tree_.node(at);
      if (node.is_free()) continue;
      const bool root = at == tree_.root();
      below_root += root ? 0 : 1;
      check_fill(at, root ? (node.is_leaf() ? 0 : fill.least_root) : fill.least);
      check_lanes(at);
      if (root) faults_.require(node.parent == kNone, "the root has a parent:", at);
      found += node.is_leaf() ? node.count : 0;
    }
    faults_.require(found == held, "the leaves do not hold every item, but", found);
    faults_.require(children_ == below_root,
                    "nodes without a parent, or with two; children:", children_);
  }

 private:
  void check_fill(u32 at, u32 least) {
    const u32 count = tree_.node(at).count;
    faults_.require(count >= least, "too few entries in node", at);
    faults_.require(count <= tree_.fan_out(), "too many entries in node", at);
  }

  void check_lanes(u32 at) {
    const Node<Dim>& node = tree_.node(at);
    Aabb<Dim> all = empty_box<Dim>();
    for (u32 slot = 0; slot < (tree_.fan_out() + kLanes - 1) / kLanes * kLanes; ++slot) {
      const Entry<Dim> entry = tree_.entry(at, slot);
      if (slot >= node.count) {
        const bool unused = entry.ref == kNone && entry.box == empty_box<Dim>();
        faults_.require(unused, "an unused lane is not empty in node", at);
        continue;
      }
      node.is_leaf() ? check_item(at, entry) : check_child(at, entry);
      all = unite(all, entry.box);
    }
    faults_.require(node.box == all, "box is not the exact union of the entries in node", at);
  }

  void check_item(u32 at, const Entry<Dim>& entry) {
    if (!faults_.require(items_.has(entry.ref), "a leaf holds an id that is gone:", entry.ref)) {
      return;
    }
    faults_.require(entry.box == items_.box(entry.ref), "a leaf has another box than id",
                    entry.ref);
    faults_.require(tree_.leaf_of(entry.ref) == at, "leaf link does not lead to the leaf of id",
                    entry.ref);
  }

  void check_child(u32 at, const Entry<Dim>& entry) {
    ++children_;
    const Node<Dim>& child = tree_.node(entry.ref);
    faults_.require(!child.is_free() && child.parent == at, "parent link wrong in node", entry.ref);
    faults_.require(child.level + 1 == tree_.node(at).level, "level wrong in node", entry.ref);
    faults_.require(child.box == entry.box, "the parent has another box of node", entry.ref);
  }

  const Tree<Dim>& tree_;
  const ItemStore<Dim>& items_;
  Faults& faults_;
  u32 children_ = 0;
};

}  // namespace sapwood::entry_tree
