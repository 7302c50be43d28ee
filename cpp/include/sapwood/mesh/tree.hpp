/// @file
/// Layout of the tree of a mesh, with four children per node and four primitives per leaf.
///
/// A node contains the boxes and the numbers of its children: 128 bytes, two cache lines, in 3D. A
/// leaf contains the vertex numbers of its primitives in structure-of-arrays form, and their ids:
/// one cache line in 3D. The vertices are loaded when a leaf is tested. Copies of the vertices in
/// the leaf would be faster, but a leaf would then need 160 bytes, or 51 bytes per triangle
/// including the nodes.
///
/// Nodes and leaves are in depth-first order, and the child nodes of a node are consecutive. So a
/// refit reads nodes and leaves in reverse order of memory. It takes 0.55 to 0.65 of the time that
/// it would take with nodes in breadth-first order. All leaves except the last one are full. An
/// empty lane repeats the vertices of lane 0 of its leaf and has the id kNone.
///
/// Memory in 3D: 16 bytes per triangle for leaves, and for nodes 11 after a fast build or 15 to 17
/// after a quality build. 12 of these bytes are vertex numbers, so the mesh needs no separate index
/// array.
#pragma once

#include <bit>

#include "sapwood/core/wide_tree/plan.hpp"
#include "sapwood/geometry/gather.hpp"
#include "sapwood/mesh/ray.hpp"

namespace sapwood::mesh {

using wide_tree::kStackBound;
using wide_tree::LineArray;
using wide_tree::TreePlan;

/// Bit that is set in the number of a child that is a leaf.
inline constexpr u32 kLeafBit = 1u << 31;

template <int Dim>
struct alignas(16) Node {
  AabbPacket<Dim> boxes;  // the box of an unused lane is empty
  u32 child[kLanes];      // node, or leaf with kLeafBit; kNone if unused
  u32 parent;             // kNone for the root
  u32 lane;               // lane in the parent
  u32 lowest_vertex;      // in the whole subtree; set by the first call of refit_range()
  u32 highest_vertex;
};
static_assert(sizeof(Node<3>) == 128 && sizeof(Node<2>) == 96);

template <int Dim>
struct alignas(16) Leaf {
  u32 vertex[Dim][kLanes];
  u32 id[kLanes];
};
static_assert(sizeof(Leaf<3>) == 64 && sizeof(Leaf<2>) == 48);

template <int Dim>
class Tree {
 public:
  bool empty() const { return nodes_.size() == 0; }
  u32 node_count() const { return static_cast<u32>(nodes_.size()); }
  u32 leaf_count() const { return static_cast<u32>(leaves_.size()); }
  const Node<Dim>& node(u32 at) const { return nodes_[at]; }
  const Leaf<Dim>& leaf(u32 at) const { return leaves_[at]; }
  /// Appends the shapes of all nodes (numbers of leaves and branches) in breadth-first order, as in
  /// a TreePlan. Returns false if allocation fails.
  [[nodiscard]] bool get_shapes(Array<wide_tree::Shape>& shapes) const {
    Array<u32> order;
    if (!order.reserve(node_count()) || !shapes.reserve(node_count())) return false;
    if (!empty()) order.push_unchecked(0);
    for (u32 i = 0; i < order.size(); ++i) {
      u32 leaves = 0;
      u32 branches = 0;
      for (const u32 child : nodes_[order[i]].child) {
        if (child == kNone) continue;
        ++((child & kLeafBit) != 0 ? leaves : branches);
        if ((child & kLeafBit) == 0) order.push_unchecked(child);
      }
      shapes.push_unchecked(wide_tree::Shape::of(leaves, branches));
    }
    return true;
  }
  size_t byte_length() const { return nodes_.byte_length() + leaves_.byte_length(); }

  /// Returns the bounds of all primitives, or the empty box if the tree is empty.
  Aabb<Dim> bounds() const { return empty() ? empty_box<Dim>() : united(nodes_[0].boxes); }

  void swap(Tree& other) noexcept {
    nodes_.swap(other.nodes_);
    leaves_.swap(other.leaves_);
    std::swap(ranges_known_, other.ranges_known_);
  }

  /// Creates the tree that `plan` describes, without boxes. `numbers` contains the vertex numbers
  /// of the primitives, in the order of ids. Returns kBadData if the plan does not describe a tree.
  Status adopt(const TreePlan& plan, const u32* numbers) {
    Array<wide_tree::Link> links;
    Array<u32> places;
    const size_t leaves = plan.leaf_count();
    if (leaves >= wide_tree::kMaxLeaves || !links.reserve(plan.shapes.size()) ||
        !places.resize(plan.shapes.size(), 0) || !nodes_.reserve(plan.shapes.size()) ||
        !leaves_.reserve(leaves)) {
      return Status::out_of_memory();
    }
    if (!wide_tree::derive_links(plan.shapes, static_cast<u32>(leaves), links)) {
      return Status::bad_data();
    }
    ranges_known_ = false;
    nodes_.resize_unchecked(plan.shapes.size());
    leaves_.resize_unchecked(leaves);
    set_links(links, places);
    for (u32 at = 0; at < leaf_count(); ++at) {
      fill_leaf(leaves_[at], plan.slots.data() + size_t{at} * kLanes, numbers);
    }
    return Status::success();
  }

  /// Recomputes all boxes. `positions` are the coordinates of the vertices.
  void refit(const f32* positions) {
    for (u32 at = node_count(); at-- > 0;) refit_node(at, positions);
  }
  void refit_node(u32 at, const f32* positions) {
    Node<Dim>& node = nodes_[at];
    AabbPacket<Dim> leaves[kLanes];
    const AabbPacket<Dim>* from[kLanes];
    for (u32 lane = 0; lane < kLanes; ++lane) {
      const u32 child = node.child[lane];
      from[lane] = &leaves[lane];
      if (child == kNone) {
        leaves[lane] = empty_packet<Dim>();
      } else if ((child & kLeafBit) != 0) {
        leaves[lane] = boxes_of_leaf(leaves_[child & ~kLeafBit], positions);
      } else {
        from[lane] = &nodes_[child].boxes;
      }
    }
    unite_packets(from, node.boxes);
  }
  /// Recomputes the boxes that depend on the vertices `first` .. `first + count - 1`. Skips nodes
  /// whose vertices are all before or all after this range.
  void refit_range(const f32* positions, u32 first, u32 count) {
    if (count == 0) return;
    if (!ranges_known_) find_ranges();
    for (u32 at = node_count(); at-- > 0;) {
      Node<Dim>& node = nodes_[at];
      if (node.highest_vertex < first || node.lowest_vertex > first + (count - 1)) continue;
      for (u32 lane = 0; lane < kLanes && node.child[lane] != kNone; ++lane) {
        if ((node.child[lane] & kLeafBit) == 0) continue;
        const u32 leaf = node.child[lane] & ~kLeafBit;
        if (uses(leaves_[leaf], first, count)) node.boxes.set(lane, box_of_leaf(leaf, positions));
      }
      if (at != 0) nodes_[node.parent].boxes.set(node.lane, united(node.boxes));
    }
  }
  Aabb<Dim> box_of_leaf(u32 at, const f32* positions) const {
    return united(boxes_of_leaf(leaves_[at], positions));
  }

  /// Returns the boxes of the primitives of a leaf. The function is not inlined, because it has
  /// many callers.
  [[gnu::noinline]] static AabbPacket<Dim> boxes_of_leaf(const Leaf<Dim>& leaf,
                                                         const f32* positions) {
    return boxes_of(gather(leaf, positions));
  }
  [[gnu::always_inline]] static PrimitivePacket<Dim> gather(const Leaf<Dim>& leaf,
                                                            const f32* positions) {
    return gather([&](int vertex, u32 lane) { return leaf.vertex[vertex][lane]; }, positions);
  }
  /// Loads four primitives. number(i, lane) returns the number of vertex `i` of the primitive in a
  /// lane. At least 16 readable bytes must follow the positions.
  template <class Number>
  [[gnu::always_inline]] static PrimitivePacket<Dim> gather(const Number& number,
                                                            const f32* positions) {
    using namespace simd;
    PrimitivePacket<Dim> packet;
    for (int i = 0; i < Dim; ++i) {
      F32x4 rows[4];
      for (u32 lane = 0; lane < kLanes; ++lane) {
        rows[lane] = F32x4::load(positions + size_t{number(i, lane)} * Dim);
      }
      transpose4(rows[0], rows[1], rows[2], rows[3]);
      for (int axis = 0; axis < Dim; ++axis) packet.v[i][axis] = rows[axis];
    }
    return packet;
  }
  [[gnu::always_inline]] static AabbPacket<Dim> boxes_of(const PrimitivePacket<Dim>& packet) {
    using namespace simd;
    AabbPacket<Dim> boxes;
    for (int axis = 0; axis < Dim; ++axis) {
      F32x4 low = packet.v[0][axis];
      F32x4 high = low;
      for (int i = 1; i < Dim; ++i) {
        low = simd::min(packet.v[i][axis], low);
        high = simd::max(packet.v[i][axis], high);
      }
      store_aligned(boxes.min[axis], low);
      store_aligned(boxes.max[axis], high);
    }
    return boxes;
  }

 private:
  /// Computes the range of vertex numbers below each node. Children are computed before their
  /// parents.
  void find_ranges() {
    for (u32 at = node_count(); at-- > 0;) {
      Node<Dim>& node = nodes_[at];
      node.lowest_vertex = kNone;
      node.highest_vertex = 0;
      const auto add = [&](u32 low, u32 high) {
        node.lowest_vertex = low < node.lowest_vertex ? low : node.lowest_vertex;
        node.highest_vertex = high > node.highest_vertex ? high : node.highest_vertex;
      };
      for (u32 lane = 0; lane < kLanes && node.child[lane] != kNone; ++lane) {
        const u32 child = node.child[lane];
        if ((child & kLeafBit) == 0) {
          add(nodes_[child].lowest_vertex, nodes_[child].highest_vertex);
          continue;
        }
        for (const auto& row : leaves_[child & ~kLeafBit].vertex) {
          for (const u32 vertex : row) add(vertex, vertex);
        }
      }
    }
    ranges_known_ = true;
  }
  // Returns true if a leaf uses a vertex of a range. All vertex numbers are less than 2^31. A
  // vertex is in the range if `vertex - first` is not negative and `vertex - first - count` is
  // negative.
  static bool uses(const Leaf<Dim>& leaf, u32 first, u32 count) {
    using namespace simd;
    U32x4 used = U32x4::splat(0);
    for (int i = 0; i < Dim; ++i) {
      const U32x4 from = add(U32x4::load_aligned(leaf.vertex[i]), U32x4::splat(0u - first));
      const U32x4 past = add(from, U32x4::splat(0u - count));
      used = bit_or(used, bit_and(bit_xor(from, U32x4::splat(~0u)), past));
    }
    return any(eq(shift_right<31>(used), U32x4::splat(1)));
  }
  // Sets the links between nodes, in depth-first order. `places` receives the new position of each
  // node of the plan.
  void set_links(const Array<wide_tree::Link>& links, Array<u32>& places) {
    if (links.empty()) return;
    nodes_[0].parent = kNone;
    nodes_[0].lane = 0;
    u32 open[kStackBound];
    u32 size = 0;
    u32 next = 1;
    open[size++] = 0;
    while (size > 0) {
      const u32 from = open[--size];
      const wide_tree::Link& link = links[from];
      const u32 at = places[from];
      Node<Dim>& node = nodes_[at];
      node.boxes = empty_packet<Dim>();
      for (u32 lane = 0; lane < kLanes; ++lane) {
        if (lane >= link.lanes()) {
          node.child[lane] = kNone;
        } else if (link.is_leaf(lane)) {
          node.child[lane] = link.leaf(lane) | kLeafBit;
        } else {
          places[link.child(lane)] = next;
          nodes_[next].parent = at;
          nodes_[next].lane = lane;
          node.child[lane] = next++;
        }
      }
      // the first child is on top of the stack, because its leaves come first
      for (u32 lane = link.lanes(); lane > link.leaves; --lane) open[size++] = link.child(lane - 1);
    }
  }
  static void fill_leaf(Leaf<Dim>& leaf, const u32* ids, const u32* numbers) {
    for (u32 lane = 0; lane < kLanes; ++lane) {
      leaf.id[lane] = ids[lane];
      const u32* from = numbers + size_t{ids[lane] == kNone ? ids[0] : ids[lane]} * Dim;
      for (int i = 0; i < Dim; ++i) leaf.vertex[i][lane] = from[i];
    }
  }

  LineArray<Node<Dim>> nodes_;
  LineArray<Leaf<Dim>> leaves_;
  bool ranges_known_ = false;
};

}  // namespace sapwood::mesh
