// Nodes and arrays of a bulk tree, a binary tree of boxes that is built from all items at once.
#pragma once

#include <bit>

#include "sapwood/base/array.hpp"
#include "sapwood/base/status.hpp"
#include "sapwood/geometry/aabb.hpp"
#include "sapwood/simd/f32x4.hpp"

namespace sapwood::bulk_tree {

inline constexpr u32 kMaxLeafItems = 15;        // the count has 4 bits
inline constexpr u32 kMaxPositions = 1u << 27;  // the first item has 27 bits

// Node: a box and a 32-bit word. The size is 28 bytes in 3D and 20 in 2D, rounded up to a multiple
// of kAlign. Bit 0 of the word is 1 for a leaf and 0 for a branch.
//
// Leaf: bits 31..5 are the position of its first item, bits 4..1 the number of items.
// Branch: bits 31..1 are the index of the left child, which is odd. The right child follows it.
template <int Dim, size_t kAlign = 4>
struct alignas(kAlign) Node {
  static constexpr int kDim = Dim;

  Aabb<Dim> box;  // exact union of the items below; inverted if there are none
  u32 data;

  bool is_leaf() const { return (data & 1) != 0; }
  u32 first() const { return data >> 5; }
  u32 count() const { return data >> 1 & kMaxLeafItems; }
  u32 left() const { return data >> 1; }

  void set_leaf(u32 first, u32 count) { data = first << 5 | count << 1 | 1; }
  void set_branch(u32 left) { data = left << 1; }
};
static_assert(sizeof(Node<2>) == 20 && sizeof(Node<3>) == 28);
static_assert(sizeof(Node<2, 16>) == 32 && sizeof(Node<3, 16>) == 32);

// Item of a leaf. The items of a leaf are contiguous. The box is a copy of the box in the index as
// of the last refit. Zeros are positive, so that equal unions are bitwise equal. A position that a
// removal has freed contains kNone as its id.
template <int Dim>
struct LeafItem {
  Aabb<Dim> box;
  Id id;
};
static_assert(sizeof(LeafItem<2>) == 20 && sizeof(LeafItem<3>) == 28);

// Returns true if the boxes of two nodes or of two leaf items overlap. In 3D it uses two vector
// comparisons and ignores lane 3 of the results. A box is read as two vectors of four floats, which
// begin at the minima and at the maxima. They overlap by one float and cover exactly the box and
// the word after it.
template <class Boxed>
bool boxes_overlap(const Boxed& a, const Boxed& b) {
  if constexpr (sizeof(a.box) == sizeof(Aabb<3>)) {
    using namespace simd;
    const f32* first = reinterpret_cast<const f32*>(&a);
    const f32* second = reinterpret_cast<const f32*>(&b);
    const Mask4 hit = mask_and(le(F32x4::load(first), F32x4::load(second + 3)),
                               le(F32x4::load(second), F32x4::load(first + 3)));
    return (bits(hit) & 7u) == 7u;
  } else {
    return overlaps(a.box, b.box);
  }
}

template <int Dim>
Aabb<Dim> without_negative_zero(const Aabb<Dim>& box) {
  Aabb<Dim> plain;
  for (int axis = 0; axis < Dim; ++axis) {
    plain.min[axis] = box.min[axis] + 0.0f;
    plain.max[axis] = box.max[axis] + 0.0f;
  }
  return plain;
}

// Leaf map: the leaf of every item, indexed by id. Values from kForeign on are not leaves; the
// owner of the map can use them for other purposes.
using LeafMap = Array<u32>;
inline constexpr u32 kForeign = 0x80000000u;

// Fills a leaf map in steps: map[id] = leaf. Each node costs one unit of work.
class LeafMapper {
 public:
  // Performs at most `limit` units of work. `map` must have an entry for every id of the tree.
  template <class Tree>
  void step(const Tree& tree, LeafMap& map, u64 limit, u64& work, bool& done) {
    const u32 left = tree.node_count() - at_;
    const u32 until = left <= limit ? tree.node_count() : at_ + static_cast<u32>(limit);
    work = until - at_;
    for (; at_ < until; ++at_) {
      const auto& node = tree.node(at_);
      if (!node.is_leaf()) continue;
      for (u32 i = node.first(); i < node.first() + node.count(); ++i) map[tree.item(i).id] = at_;
    }
    done = at_ == tree.node_count();
  }
  u32 mapped() const { return at_; }

 private:
  u32 at_ = 0;
};

template <class Tree>
void map_leaves(const Tree& tree, LeafMap& map) {
  u64 work = 0;
  bool done = false;
  LeafMapper().step(tree, map, ~u64{0}, work, done);
}

// One mark bit for each node, which is set if the box of the node is out of date. drain() starts at
// the highest index, so children come before their parents.
class Marks {
 public:
  bool any() const { return highest_ != kNone; }
  bool has(u32 index) const {
    return index / 32 < words_.size() && (words_[index / 32] >> index % 32 & 1) != 0;
  }
  // Returns the index of the highest word that contains a mark, or kNone.
  u32 highest_word() const { return highest_; }
  u32 word(u32 index) const { return words_[index]; }
  size_t byte_length() const { return words_.byte_length(); }
  void shrink() { words_.shrink(); }

  [[nodiscard]] bool reserve(u32 count) {
    const size_t words = (size_t{count} + 31) / 32;
    return words <= words_.size() || words_.resize(words, 0);
  }

  // Clears all marks and reserves memory for the words of `count` nodes. add_word() then adds each
  // word.
  [[nodiscard]] bool begin(u32 count) {
    clear();
    return words_.reserve((size_t{count} + 31) / 32);
  }
  void add_word() { words_.push_unchecked(0); }

  // Sets a mark. Returns false if it was already set.
  bool set(u32 index) {
    u32& word = words_[index / 32];
    const u32 bit = 1u << index % 32;
    if ((word & bit) != 0) return false;
    word |= bit;
    if (highest_ == kNone || index / 32 > highest_) highest_ = index / 32;
    return true;
  }

  // Calls take(index) for every marked index, highest first, and clears the mark. Returns the
  // number of marks.
  template <class Take>
  u32 drain(Take&& take) {
    u32 count = 0;
    if (!any()) return 0;
    for (u32 at = highest_ + 1; at-- > 0;) {
      u32& word = words_[at];
      for (; word != 0; ++count) {
        const u32 bit = 31 - static_cast<u32>(std::countl_zero(word));
        take(at * 32 + bit);
        word &= ~(1u << bit);
      }
    }
    highest_ = kNone;
    return count;
  }

  void clear() {
    words_.clear();
    highest_ = kNone;
  }

 private:
  Array<u32> words_;
  u32 highest_ = kNone;
};

// Bulk tree: a binary tree of boxes in one array, built from all items at once.
//
// Leaves hold 1 .. 15 items in no particular order. The index that owns the tree stores the boxes
// of the items. Layout: nodes of 28 bytes (20 in 2D) with one word for the links, contiguous leaf
// items of the same size, and after prepare_refit() one mark bit and one parent link per node.
//
// Invariants, all checked by validate(): node 0 is the root. Siblings are adjacent, and the left
// sibling has an odd index. Parents come before their children, so one backward pass corrects all
// boxes. The item ranges of different leaves are disjoint. The box of a node is the exact union of
// the items below it. Removals leave free positions and empty leaves; the next build reclaims their
// memory.
template <int Dim, class NodeT = Node<Dim>>
class Tree {
 public:
  static constexpr int kDim = Dim;
  using Node = NodeT;
  using Box = Aabb<Dim>;

  bool empty() const { return nodes_.empty(); }
  u32 node_count() const { return static_cast<u32>(nodes_.size()); }
  u32 position_count() const { return static_cast<u32>(items_.size()); }
  u32 live() const { return live_; }
  // Number of edges from the root to the deepest leaf.
  size_t height() const { return height_; }
  const Node& node(u32 index) const { return nodes_[index]; }
  const Node* nodes() const { return nodes_.data(); }
  const LeafItem<Dim>& item(u32 position) const { return items_[position]; }
  const LeafItem<Dim>* items() const { return items_.data(); }
  // Returns the parent, or kNone for the root. Requires prepare_refit().
  u32 parent(u32 index) const { return parents_[index]; }
  bool has_parents() const { return parents_.size() == nodes_.size(); }
  const Marks& marks() const { return marks_; }
  size_t byte_length() const {
    return nodes_.byte_length() + items_.byte_length() + parents_.byte_length() +
           marks_.byte_length();
  }

  [[gnu::cold, gnu::noinline]] void shrink() {
    nodes_.shrink();
    items_.shrink();
    parents_.shrink();
    marks_.shrink();
  }

  void clear() {
    nodes_.clear();
    items_.clear();
    parents_.clear();
    marks_.clear();
    live_ = 0;
    height_ = 0;
  }

  // Creates parent links and mark bits if they do not exist, so that mark() and refits cannot fail.
  // The first call after a build or a merge takes O(nodes) time.
  [[nodiscard]] bool prepare_refit() {
    if (!parents_.reserve(nodes_.size()) || !marks_.reserve(node_count())) return false;
    if (!has_parents()) link_parents();
    return true;
  }
  // Performs the work of prepare_refit() in steps: begin_links(), then link() for each node in
  // ascending order. Nodes below `index` can be marked only after link(index).
  [[nodiscard]] bool begin_links() {
    if (!marks_.begin(node_count()) || !parents_.resize(nodes_.size())) return false;
    if (!nodes_.empty()) parents_[0] = kNone;
    return true;
  }
  void link(u32 index) {
    if (index % 32 == 0) marks_.add_word();
    link_children(index);
  }

  // Marks a leaf whose items have changed, and its ancestors. Stops at a node that is already
  // marked, because its ancestors are marked too. Requires prepare_refit().
  void mark(u32 leaf) {
    for (u32 at = leaf; at != kNone && marks_.set(at); at = parents_[at]) {
    }
  }

  // Recomputes the boxes of marked nodes and the item boxes in marked leaves, children first.
  // `boxes` is indexed by id. Returns the number of recomputed nodes.
  u32 refit_marked(const Box* boxes) {
    return marks_.drain([&](u32 index) { refit_node(index, boxes); });
  }
  // Recomputes all nodes from index `from` to `to` - 1 in one backward pass and does not clear
  // marks. A refit in steps must process the ranges from the last to the first.
  void refit_range(u32 from, u32 to, const Box* boxes) {
    for (u32 index = to; index-- > from;) refit_node(index, boxes);
  }
  void refit_all(const Box* boxes) {
    refit_range(0, node_count(), boxes);
    marks_.drain([](u32) {});
  }

  // Removes an item from its leaf and marks the leaf. The last item of the leaf moves to the freed
  // position. Boxes are correct again after a refit. Requires prepare_refit().
  void remove(Id id, u32 leaf) {
    Node& node = nodes_[leaf];
    const u32 last = node.first() + node.count() - 1;
    items_[position_of(id, leaf)] = items_[last];
    items_[last] = {empty_box<Dim>(), kNone};
    node.set_leaf(node.first(), node.count() - 1);
    --live_;
    mark(leaf);
  }

  u32 position_of(Id id, u32 leaf) const {
    u32 position = nodes_[leaf].first();
    while (items_[position].id != id) ++position;
    return position;
  }

  // Replaces every id by new_ids[id].
  void replace_ids(const Id* new_ids) {
    for (LeafItem<Dim>& item : items_) {
      if (item.id != kNone) item.id = new_ids[item.id];
    }
  }

  [[nodiscard]] bool copy_from(const Tree& other) {
    if (!nodes_.resize(other.nodes_.size()) || !items_.resize(other.items_.size())) return false;
    if (!other.empty()) {
      std::memcpy(static_cast<void*>(nodes_.data()), other.nodes_.data(),
                  other.nodes_.size() * sizeof(Node));
      std::memcpy(static_cast<void*>(items_.data()), other.items_.data(),
                  other.items_.size() * sizeof(LeafItem<Dim>));
    }
    parents_.clear();
    marks_.clear();
    live_ = other.live_;
    height_ = other.height_;
    return true;
  }

 private:
  template <int, class>
  friend class Builder;
  template <class>
  friend class Grafter;
  template <class>
  friend class TreeBytes;

  void refit_node(u32 index, const Box* boxes) {
    Node& node = nodes_[index];
    if (!node.is_leaf()) {
      node.box = unite(nodes_[node.left()].box, nodes_[node.left() + 1].box);
      return;
    }
    Box box = empty_box<Dim>();
    for (u32 i = node.first(); i < node.first() + node.count(); ++i) {
      items_[i].box = without_negative_zero(boxes[items_[i].id]);
      box = unite(box, items_[i].box);
    }
    node.box = box;
  }

  void link_children(u32 index) {
    const Node& node = nodes_[index];
    if (!node.is_leaf()) parents_[node.left()] = parents_[node.left() + 1] = index;
  }

  void link_parents() {
    parents_.clear();
    for (u32 i = 0; i < nodes_.size(); ++i) parents_.push_unchecked(kNone);
    for (u32 i = 0; i < nodes_.size(); ++i) link_children(i);
  }

  Array<Node> nodes_;
  Array<LeafItem<Dim>> items_;  // by position
  Array<u32> parents_;          // by node; empty until prepare_refit()
  Marks marks_;
  u32 live_ = 0;
  u32 height_ = 0;
};

}  // namespace sapwood::bulk_tree
