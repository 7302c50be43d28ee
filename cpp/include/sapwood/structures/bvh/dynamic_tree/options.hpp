// What a user may choose about a dynamic tree.
#pragma once

#include "sapwood/base/types.hpp"

namespace sapwood {

// When nodes trade places to keep the tree in shape.
enum class TreeBalance : u8 {
  kNever,        // the insertion order decides
  kHeight,       // sibling heights differ by 2 or more: the way of AVL trees (Gaul, Catto)
  kSurfaceArea,  // whenever that shrinks the area of the branches (Catto, Box2D 3)
};

// How the place of a new leaf is found.
enum class TreeInsertion : u8 {
  kGreedy,          // one walk down by local cost, O(height)
  kBranchAndBound,  // the least total area of all places, best first
  kManhattan,       // one walk down to a leaf, towards the nearer center (Presson, Bullet)
};

struct DynamicTreeOptions {
  static constexpr const char* kBalanceNames[] = {"none", "height", "surface-area"};
  static constexpr const char* kInsertionNames[] = {"greedy", "branch-and-bound", "manhattan"};

  // Whether an insertion may be chosen, and so must be compiled.
  static constexpr bool offers(TreeInsertion) { return true; }
  // Whether there are the verbs of the laboratory: sleepers, moves in place, other rebuilds.
  static constexpr bool kForLaboratory = true;

  f32 margin = 0.1f;      // world units by which stored boxes are fattened on every side
  f32 prediction = 4.0f;  // displacements by which they are stretched ahead of a moving item
  TreeBalance balance = TreeBalance::kSurfaceArea;
  TreeInsertion insertion = TreeInsertion::kGreedy;

  template <class V>
  void describe(V& v) {
    v.number("margin", margin, 0, 1e18);
    v.number("prediction", prediction, 0, 1e6);
    v.choice("balance", balance, kBalanceNames);
    v.choice("insertion", insertion, kInsertionNames);
  }
};

// The same without what only comparisons need: what a game takes.
struct FrameTreeOptions : DynamicTreeOptions {
  static constexpr bool offers(TreeInsertion method) { return method != TreeInsertion::kManhattan; }
  static constexpr bool kForLaboratory = false;

  bool valid() const { return offers(insertion); }
};

}  // namespace sapwood
