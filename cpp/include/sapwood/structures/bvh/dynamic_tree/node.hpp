// Nodes of the dynamic tree and the links between them.
#pragma once

#include "sapwood/base/node_pool.hpp"
#include "sapwood/core/trace.hpp"
#include "sapwood/structures/bvh/dynamic_tree/lanes.hpp"

namespace sapwood::dynamic_tree {

// A leaf is told by its first child, which it has not; its second link names the item. So item
// and children share memory without any pointer.
template <int Dim>
struct Node {
  Aabb<Dim> box;  // 24 bytes, 16 in 2D: fat box of a leaf, union of the children of a branch
  u32 parent;     //  4: kNone for the root; the next free node while on the free list
  u32 child[2];   //  8: of a branch; of a leaf: kNone, item id
  i32 height;     //  4: 0 for a leaf, 1 + the taller child's for a branch, -1 while free

  BoxLanes<Dim> lanes() const { return BoxLanes<Dim>::load(box); }
  bool is_leaf() const { return child[0] == kNone; }
  Id item() const { return child[1]; }
  void make_leaf(const Aabb<Dim>& fat, Id id) { *this = {fat, kNone, {kNone, id}, 0}; }

  // for NodePool
  bool is_free() const { return height < 0; }
  u32 next_free() const { return parent; }
  void make_free(u32 next) {
    parent = next;
    height = -1;
  }
};
static_assert(sizeof(Node<2>) == 32 && sizeof(Node<3>) == 40);

// Of a node in a trace and a picture: walks keep its children, which are those of no other node.
constexpr NodeKey key_of(const u32 (&child)[2]) { return key_in(child[0], child[1]); }

template <int Dim>
struct Tree {
  NodePool<Node<Dim>> nodes;
  u32 root = kNone;

  // Edges from the root to the deepest leaf. A depth-first walk that goes on with one child and
  // stacks the other holds at most that many entries.
  size_t height() const { return root == kNone ? 0 : static_cast<size_t>(nodes[root].height); }
};

// Lets `child` take the place of `old_child` below `parent`; kNone as parent means the root.
template <int Dim>
void replace_child(Tree<Dim>& tree, u32 parent, u32 old_child, u32 child) {
  tree.nodes[child].parent = parent;
  if (parent == kNone) {
    tree.root = child;
    return;
  }
  Node<Dim>& node = tree.nodes[parent];
  node.child[node.child[0] == old_child ? 0 : 1] = child;
}

// Corrects box and height of a branch after its children. Fat boxes hold no -0 (see fatten()), so
// equal unions are bitwise equal ones.
template <int Dim>
void refit_node(Tree<Dim>& tree, u32 branch) {
  Node<Dim>& node = tree.nodes[branch];
  const Node<Dim>& left = tree.nodes[node.child[0]];
  const Node<Dim>& right = tree.nodes[node.child[1]];
  unite_into(left.box, right.box, node.box);
  node.height = 1 + (left.height > right.height ? left.height : right.height);
}

}  // namespace sapwood::dynamic_tree
