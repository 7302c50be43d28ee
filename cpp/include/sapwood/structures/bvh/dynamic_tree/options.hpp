/// @file
/// Options of a dynamic tree.
#pragma once

#include "sapwood/base/types.hpp"

namespace sapwood {

/// When nodes are rotated to keep the tree balanced.
enum class TreeBalance : u8 {
  kNever,        ///< Never.
  kHeight,       ///< If sibling heights differ by 2 or more, as in AVL trees (Gaul, Catto).
  kSurfaceArea,  ///< If a rotation reduces the area of the branches (Catto, Box2D 3).
};

/// Search for the place of a new leaf.
enum class TreeInsertion : u8 {
  kGreedy,          ///< One descent by local cost, O(height).
  kBranchAndBound,  ///< The place with the least total area, by best-first search.
  kManhattan,       ///< One descent to a leaf, towards the nearer center (Presson, Bullet).
};

/// Options of a dynamic tree.
struct DynamicTreeOptions {
  static constexpr const char* kBalanceNames[] = {"none", "height", "surface-area"};
  static constexpr const char* kInsertionNames[] = {"greedy", "branch-and-bound", "manhattan"};

  /// Returns true if a method of insertion is compiled.
  static constexpr bool offers(TreeInsertion) { return true; }
  /// True if the functions for comparisons are compiled: sleep flags, enlarge() and alternative
  /// rebuilds.
  static constexpr bool kForLaboratory = true;

  f32 margin = 0.1f;      ///< Margin of stored boxes on every side, in world units.
  f32 prediction = 4.0f;  ///< Factor of the displacement by which a stored box is extended ahead of
                          ///< a moving item.
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

/// Options without the functions for comparisons. Small modules use them.
struct FrameTreeOptions : DynamicTreeOptions {
  static constexpr bool offers(TreeInsertion method) { return method != TreeInsertion::kManhattan; }
  static constexpr bool kForLaboratory = false;

  bool valid() const { return offers(insertion); }
};

}  // namespace sapwood
