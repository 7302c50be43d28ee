/// @file
/// Vertices and tree of a mesh, with functions for build, update and validation.
#pragma once

#include "sapwood/core/validation.hpp"
#include "sapwood/core/wide_tree/curve_builder.hpp"
#include "sapwood/core/wide_tree/quality_builder.hpp"
#include "sapwood/mesh/filters.hpp"
#include "sapwood/mesh/tree.hpp"

namespace sapwood::mesh {

/// Method of building the tree of a mesh.
enum class Build : u8 {
  kFast,     ///< Along the Hilbert curve: the fastest build.
  kQuality,  ///< Top down by the surface-area heuristic: the fastest queries.
};

/// Positions of vertices. Each position is `Dim` consecutive coordinates.
template <int Dim>
struct Positions {
  const f32* data = nullptr;
  u32 count = 0;  ///< Number of vertices.

  const f32* at(u32 vertex) const { return data + size_t{vertex} * Dim; }
};

/// Vertex numbers, `Dim` for each primitive, with 16 or 32 bits. Without indices, consecutive
/// vertices form the primitives.
struct Indices {
  const u16* words = nullptr;
  const u32* longs = nullptr;
  u32 count = 0;

  bool present() const { return words != nullptr || longs != nullptr; }
};

/// Input of a build: vertex numbers in the order of primitive ids, and the positions of vertices.
template <int Dim>
struct PrimitiveArray {
  const u32* numbers;
  const f32* positions;

  const u32* vertices(u32 id) const { return numbers + size_t{id} * Dim; }
  void load(const u32 (&ids)[kLanes], AabbPacket<Dim>& packet) const {
    const u32* const from[kLanes] = {vertices(ids[0]), vertices(ids[1]), vertices(ids[2]),
                                     vertices(ids[3])};
    packet = Tree<Dim>::boxes_of(
        Tree<Dim>::gather([&](int vertex, u32 lane) { return from[lane][vertex]; }, positions));
  }
};

template <int Dim>
class Geometry {
 public:
  u32 size() const { return size_; }
  u32 vertex_count() const { return vertex_count_; }
  const f32* positions() const { return positions_.data(); }
  const Tree<Dim>& tree() const { return tree_; }
  Aabb<Dim> bounds() const { return tree_.bounds(); }
  /// Returns the largest absolute coordinate of all primitives.
  f64 largest() const { return largest_; }
  size_t byte_length() const { return positions_.byte_length() + tree_.byte_length(); }

  Primitive<Dim> primitive(const Leaf<Dim>& leaf, u32 lane) const {
    Primitive<Dim> primitive;
    for (int i = 0; i < Dim; ++i) {
      primitive.v[i] = to_vector<Dim>(positions_.data() + size_t{leaf.vertex[i][lane]} * Dim);
    }
    return primitive;
  }
  AabbPacket<Dim> boxes(const Leaf<Dim>& leaf) const {
    return Tree<Dim>::boxes_of_leaf(leaf, positions_.data());
  }
  PrimitivePacket<Dim> gather(const Leaf<Dim>& leaf) const {
    return Tree<Dim>::gather(leaf, positions_.data());
  }

  void swap(Geometry& other) noexcept {
    positions_.swap(other.positions_);
    tree_.swap(other.tree_);
    std::swap(size_, other.size_);
    std::swap(vertex_count_, other.vertex_count_);
    std::swap(largest_, other.largest_);
  }

  /// Replaces the mesh. If the input is invalid or memory runs out, the mesh stays unchanged.
  Status build(const Positions<Dim>& positions, const Indices& indices, Build method) {
    if (Status status = check(positions, indices); !status.ok()) return status;
    Geometry made;
    Array<u32> converted;
    const u32 count = (indices.present() ? indices.count : positions.count) / Dim;
    if (!made.read(positions) || !convert(indices, size_t{count} * Dim, converted)) {
      return Status::out_of_memory();
    }
    const u32* numbers = indices.longs != nullptr ? indices.longs : converted.data();
    TreePlan plan;
    if (!made.make_plan(numbers, count, method, plan)) return Status::out_of_memory();
    if (Status status = made.adopt(plan, numbers, count); !status.ok()) return status;
    swap(made);
    return Status::success();
  }

  /// Creates the tree that `plan` describes, and computes its boxes. Requires that read() has
  /// copied the positions.
  Status adopt(const TreePlan& plan, const u32* numbers, u32 count) {
    if (Status status = tree_.adopt(plan, numbers); !status.ok()) return status;
    size_ = count;
    refit();
    return Status::success();
  }

  /// Copies the positions. Returns false if allocation fails.
  [[nodiscard]] bool read(const Positions<Dim>& positions) {
    if (!positions_.resize(size_t{positions.count} * Dim + kPadding)) return false;
    for (u32 i = 0; i < kPadding; ++i) positions_.end()[-1 - static_cast<i32>(i)] = 0;
    vertex_count_ = positions.count;
    write(0, positions);
    return true;
  }

  /// Moves all vertices and refits the tree. Changes nothing if a position is invalid.
  Status update(const Positions<Dim>& positions) {
    if (positions.count != vertex_count_) return Status::invalid_argument();
    if (Status status = check(positions); !status.ok()) return status;
    write(0, positions);
    refit();
    return Status::success();
  }
  /// Moves vertices, starting at vertex `first`, and refits the boxes that depend on them. Changes
  /// nothing if a position is invalid. The input may be the array of positions of this mesh.
  Status update_range(u32 first, const Positions<Dim>& positions) {
    if (first > vertex_count_ || positions.count > vertex_count_ - first) {
      return Status::invalid_argument();
    }
    if (Status status = check(positions); !status.ok()) return status;
    write(first, positions);
    refit_range(first, positions.count);
    return Status::success();
  }

  static Status check(const Positions<Dim>& positions) {
    if (positions.count > kMaxVertices) return Status::invalid_argument();
    for (u32 vertex = 0; vertex < positions.count; ++vertex) {
      const f32* at = positions.at(vertex);
      bool sound = true;
      for (int axis = 0; axis < Dim; ++axis) sound &= std::fabs(at[axis]) <= kMaxCoordinate;
      if (!sound) return Status::invalid_argument(vertex);
    }
    return Status::success();
  }

  /// Appends a message for each violated invariant.
  void validate(Faults& faults) const {
    Array<u8> seen;
    if (!seen.resize(size_, 0)) {
      faults.add("no memory to validate primitives:", size_);
      return;
    }
    for (u32 at = 0; at < tree_.node_count(); ++at) validate_node(at, faults);
    for (u32 at = 0; at < tree_.leaf_count(); ++at) {
      const Leaf<Dim>& leaf = tree_.leaf(at);
      for (u32 lane = 0; lane < kLanes; ++lane) {
        for (int i = 0; i < Dim; ++i) {
          faults.require(leaf.vertex[i][lane] < vertex_count_, "vertex out of range in leaf", at);
        }
        const u32 id = leaf.id[lane];
        if (id == kNone) continue;
        if (faults.require(id < size_, "id out of range in leaf", at)) {
          faults.require(seen[id]++ == 0, "repeated id", id);
        }
      }
    }
    for (u32 id = 0; id < size_; ++id) faults.require(seen[id] == 1, "missing id", id);
  }

 private:
  static constexpr u32 kPadding = 4;  // floats after the positions, which gather() may read
  static constexpr u32 kMaxVertices = 1u << 30;

  static Status check(const Positions<Dim>& positions, const Indices& indices) {
    if (Status status = check(positions); !status.ok()) return status;
    const u32 count = indices.present() ? indices.count : positions.count;
    if (count % Dim != 0 || count > kMaxVertices) return Status::invalid_argument();
    if (indices.longs != nullptr) return check_range(indices.longs, count, positions.count);
    if (indices.words != nullptr) return check_range(indices.words, count, positions.count);
    return Status::success();
  }
  template <class Number>
  static Status check_range(const Number* numbers, u32 count, u32 end) {
    Number largest = 0;
    for (u32 i = 0; i < count; ++i) largest = numbers[i] > largest ? numbers[i] : largest;
    if (count == 0 || largest < end) return Status::success();
    u32 first = 0;
    while (numbers[first] < end) ++first;
    return Status::invalid_argument(first);
  }
  [[nodiscard]] static bool convert(const Indices& indices, size_t count, Array<u32>& numbers) {
    if (indices.longs != nullptr) return true;
    if (!numbers.resize(count)) return false;
    for (u32 i = 0; i < count; ++i) numbers[i] = indices.words != nullptr ? indices.words[i] : i;
    return true;
  }

  [[nodiscard]] bool make_plan(const u32* numbers, u32 count, Build method, TreePlan& plan) const {
    const PrimitiveArray<Dim> source{numbers, positions_.data()};
    const auto ids = [](u32 i) { return i; };
    if (method == Build::kFast) {
      using Builder = wide_tree::CurveBuilder<Dim, HilbertCurve<Dim>, PrimitiveArray<Dim>>;
      return Builder().run(source, count, ids, plan);
    }
    Array<Aabb<Dim>> boxes;
    if (!boxes.resize(count)) return false;
    for (u32 id = 0; id < count; id += kLanes) {
      const u32 last = count - 1;
      const auto at = [&](u32 lane) { return id + lane < last ? id + lane : last; };
      AabbPacket<Dim> packet;
      source.load({at(0), at(1), at(2), at(3)}, packet);
      for (u32 lane = 0; lane < kLanes; ++lane) boxes[at(lane)] = packet.get(lane);
    }
    return wide_tree::QualityBuilder<Dim>().run(boxes.data(), count, ids, plan);
  }

  void write(u32 first, const Positions<Dim>& positions) {
    f32* to = positions_.data() + size_t{first} * Dim;
    const size_t count = size_t{positions.count} * Dim;
    for (size_t i = 0; i < count; ++i) to[i] = positions.data[i];
  }
  void refit() {
    tree_.refit(positions_.data());
    largest_ = largest_coordinate(bounds());
  }
  void refit_range(u32 first, u32 count) {
    tree_.refit_range(positions_.data(), first, count);
    largest_ = largest_coordinate(bounds());
  }

  void validate_node(u32 at, Faults& faults) const {
    const Node<Dim>& node = tree_.node(at);
    for (u32 lane = 0; lane < kLanes; ++lane) {
      const u32 child = node.child[lane];
      if (child == kNone) continue;
      if ((child & kLeafBit) != 0) {
        const u32 leaf = child & ~kLeafBit;
        faults.require(leaf < tree_.leaf_count() &&
                           tree_.box_of_leaf(leaf, positions()) == node.boxes.get(lane),
                       "wrong box of leaf", leaf);
      } else {
        faults.require(child > at && child < tree_.node_count() && tree_.node(child).parent == at &&
                           united(tree_.node(child).boxes) == node.boxes.get(lane),
                       "wrong box of node", child);
      }
    }
  }

  Array<f32> positions_;
  Tree<Dim> tree_;
  u32 size_ = 0;
  u32 vertex_count_ = 0;
  f64 largest_ = 0;
};

}  // namespace sapwood::mesh
