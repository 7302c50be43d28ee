// Puts leaves where the options say: which sibling, and which rotations on the way up.
#pragma once

#include "sapwood/structures/bvh/dynamic_tree/insert.hpp"
#include "sapwood/structures/bvh/dynamic_tree/options.hpp"
#include "sapwood/structures/bvh/dynamic_tree/sibling.hpp"

namespace sapwood::dynamic_tree {

template <int Dim, class Options>
class LeafInserter {
 public:
  explicit LeafInserter(const Options& options) : options_(options) {}

  size_t byte_length() const { return open_.byte_length(); }

  // So that insert_leaf() and move() cannot fail in a tree of `leaves` leaves, the new one not
  // counted.
  [[nodiscard]] bool reserve(u32 leaves) {
    return options_.insertion != TreeInsertion::kBranchAndBound || reserve_search(leaves);
  }
  // The same for improve().
  [[nodiscard]] bool reserve_search(u32 leaves) {
    open_.clear();
    return open_.reserve_more(leaves / 2 + 1);
  }

  void insert_leaf(Tree<Dim>& tree, u32 leaf) {
    attach(tree, leaf, find_sibling(tree, tree.nodes[leaf].box), options_.balance);
  }
  // Area rotations do not pay here. Height rotations are also what keeps a shrinking tree low.
  void remove_leaf(Tree<Dim>& tree, u32 leaf) {
    const bool by_height = options_.balance == TreeBalance::kHeight;
    detach(tree, leaf, by_height ? TreeBalance::kHeight : TreeBalance::kNever);
  }

  // Gives a leaf another fat box and the place that belongs to it. Rotations follow as after an
  // insertion: the greedy walk alone lets chains grow where boxes press together, which Catto mends
  // by partial rebuilds. In a pile of bodies and a turning mesh they halve heights and save a tenth
  // of the work of pairs and queries.
  void move(Tree<Dim>& tree, u32 leaf, const Aabb<Dim>& fat) {
    remove_leaf(tree, leaf);
    tree.nodes[leaf].box = fat;
    insert_leaf(tree, leaf);
  }

  // Takes one leaf of several to its best place. Whoever asks for that wants area rotations too,
  // unless heights are to be kept.
  void improve(Tree<Dim>& tree, u32 leaf) {
    remove_leaf(tree, leaf);
    const u32 sibling = best_sibling(tree, tree.nodes[leaf].box, open_);
    const bool by_height = options_.balance == TreeBalance::kHeight;
    attach(tree, leaf, sibling, by_height ? TreeBalance::kHeight : TreeBalance::kSurfaceArea);
  }

 private:
  u32 find_sibling(const Tree<Dim>& tree, const Aabb<Dim>& fat) {
    if (tree.root == kNone) return kNone;
    if constexpr (Options::offers(TreeInsertion::kManhattan)) {
      if (options_.insertion == TreeInsertion::kManhattan) return nearest_sibling(tree, fat);
    }
    return options_.insertion == TreeInsertion::kGreedy ? greedy_sibling(tree, fat)
                                                        : best_sibling(tree, fat, open_);
  }

  Options options_;
  Array<OpenBranch> open_;  // scratch of the search
};

}  // namespace sapwood::dynamic_tree
