// Plan of a 4-wide tree, which its builders produce, and the links that are derived from the plan.
#pragma once

#include <cstdint>

#include "sapwood/base/array.hpp"
#include "sapwood/geometry/aabb_packet.hpp"

namespace sapwood::wide_tree {

// Size of a cache line in bytes.
inline constexpr size_t kLine = 64;

// Array aligned to 64-byte cache lines, so that an element of 64 bytes is in one line and an
// element of 96 bytes in at most two. Only reserve() and shrink() allocate memory.
template <class T>
class LineArray {
  static_assert(std::is_trivially_copyable_v<T> && kLine % alignof(T) == 0);

 public:
  LineArray() = default;
  LineArray(const LineArray&) = delete;
  LineArray& operator=(const LineArray&) = delete;
  LineArray(LineArray&& other) noexcept { swap(other); }
  LineArray& operator=(LineArray&& other) noexcept {
    swap(other);
    return *this;
  }
  ~LineArray() { std::free(block_); }

  void swap(LineArray& other) noexcept {
    std::swap(block_, other.block_);
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  size_t size() const { return size_; }
  size_t byte_length() const { return block_ == nullptr ? 0 : capacity_ * sizeof(T) + kLine; }
  T* data() { return data_; }
  const T* data() const { return data_; }
  T& operator[](size_t i) {
    SAPWOOD_ASSERT(i < size_);
    return data_[i];
  }
  const T& operator[](size_t i) const {
    SAPWOOD_ASSERT(i < size_);
    return data_[i];
  }

  [[nodiscard]] bool reserve(size_t wanted) { return wanted <= capacity_ || move_to(wanted); }
  bool sparse() const {
    return capacity_ / kSparseFactor > size_ && byte_length() > kMinSparseBytes;
  }
  // Frees unused memory. If the allocation of the smaller array fails, the array is not changed.
  [[gnu::cold, gnu::noinline]] void shrink() {
    if (size_ == 0) {
      LineArray().swap(*this);
    } else if (size_ < capacity_) {
      (void)move_to(size_);
    }
  }

  // Sets the size without initializing new elements. Requires reserve().
  void resize_unchecked(size_t count) {
    SAPWOOD_ASSERT(count <= capacity_);
    size_ = count;
  }
  void clear() { size_ = 0; }

 private:
  [[gnu::noinline]] bool move_to(size_t wanted) {
    if (wanted > (kMaxArrayBytes - kLine) / sizeof(T)) return false;
    void* block = std::malloc(wanted * sizeof(T) + kLine);
    if (block == nullptr) return false;
    const size_t past = reinterpret_cast<std::uintptr_t>(block) % kLine;
    T* data = reinterpret_cast<T*>(static_cast<unsigned char*>(block) + (kLine - past) % kLine);
    if (size_ > 0) std::memcpy(static_cast<void*>(data), data_, size_ * sizeof(T));
    std::free(block_);
    block_ = block;
    data_ = data;
    capacity_ = wanted;
    return true;
  }

  void* block_ = nullptr;
  T* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

struct Shape {
  u8 bits;

  static Shape of(u32 leaves, u32 branches) { return {static_cast<u8>(leaves | branches << 4)}; }
  u8 leaves() const { return bits & 0xF; }
  u8 branches() const { return bits >> 4; }
};

// Result of a builder: the shape of each node and the item of each slot. All other data of a tree
// is derived from the plan, so only the plan is serialized.
struct TreePlan {
  Array<Shape> shapes;
  Array<Id> slots;  // four per leaf, kNone if vacant

  size_t leaf_count() const { return slots.size() / kLanes; }
};

// Maximum number of edges from the root to the deepest node, for all builders.
inline constexpr u32 kMaxHeight = 40;
// Maximum number of stack entries. Each step of a depth-first traversal pops one entry and pushes
// at most four, one level deeper.
inline constexpr u32 kStackBound = 3 * (kMaxHeight + 1) + 1;

// Maximum number of leaves. Each leaf has four slots, so slot numbers have at most 31 bits.
inline constexpr u32 kMaxLeaves = 1u << 29;

// Range of consecutive leaves. Each leaf has four slots.
struct LeafRange {
  u32 begin;
  u32 end;
};

struct Link {
  u32 first_child;  // index of a node
  LeafRange below;  // leaves of the whole subtree, starting with those of the node itself
  u8 leaves;        // lanes 0 .. leaves - 1
  u8 branches;      // lanes leaves .. leaves + branches - 1
  u16 depth;        // 0 for the root

  u32 lanes() const { return u32{leaves} + branches; }
  bool is_leaf(u32 lane) const { return lane < leaves; }
  u32 leaf(u32 lane) const { return below.begin + lane; }
  u32 child(u32 lane) const { return first_child + (lane - leaves); }
};
static_assert(sizeof(Link) == 16);

// Derives the links of all nodes from their shapes. Requires reserved memory. Returns false if the
// shapes do not form a single tree with exactly these nodes and `leaf_count` leaves, or if the tree
// is too high.
[[nodiscard]] inline bool derive_links(const Array<Shape>& shapes, u32 leaf_count,
                                       Array<Link>& links) {
  links.clear();
  for (const Shape shape : shapes) {
    links.push_unchecked({0, {0, 0}, shape.leaves(), shape.branches(), 0});
  }
  const u32 count = static_cast<u32>(links.size());
  u64 next = 1;
  for (u32 at = 0; at < count; ++at) {
    Link& link = links[at];
    if (next <= at || link.lanes() == 0 || link.lanes() > kLanes) return false;
    if (link.depth > kMaxHeight || next + link.branches > count) return false;
    link.first_child = static_cast<u32>(next);
    for (u32 i = 0; i < link.branches; ++i, ++next) {
      links[next].depth = static_cast<u16>(link.depth + 1);
    }
  }
  if (count > 0 && next != count) return false;
  // Counts the leaves below each node, children first. Each node has at most 4 leaves, so no sum
  // overflows.
  for (u32 at = count; at-- > 0;) {
    Link& link = links[at];
    link.below = {0, link.leaves};
    for (u32 i = 0; i < link.branches; ++i) {
      link.below.end += links[link.first_child + i].below.end;
    }
  }
  if ((count == 0 ? 0 : links[0].below.end) != leaf_count) return false;
  for (const Link& link : links) {
    u32 begin = link.below.begin + link.leaves;
    for (u32 i = 0; i < link.branches; ++i) {
      LeafRange& below = links[link.first_child + i].below;
      below = {begin, begin + below.end};
      begin = below.end;
    }
  }
  return true;
}

}  // namespace sapwood::wide_tree
