// Growable array of trivially copyable elements. Growth can fail without an exception.
//
// Functions that change a spatial index first reserve memory, which is the only step that can fail.
// Then they write with push_unchecked(). So the spatial index stays unchanged if memory runs out.
// The capacity of an array grows by a factor of 1.5, and by at least 64 bytes. Elements are moved
// by realloc and never constructed.
#pragma once

#include <cstdlib>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "sapwood/base/types.hpp"

namespace sapwood {

// A JavaScript typed array does not detect that its memory was freed, so a later write would
// overwrite unrelated data. To prevent this, the bindings are notified when a block of an array is
// freed or moved, and detach all views.

// Optional callback. It receives the address of each block of an Array that was freed or moved.
inline void (*on_block_freed)(const void* block) = nullptr;

[[gnu::noinline]] inline void free_block(void* block) {
  std::free(block);
  if (on_block_freed != nullptr) on_block_freed(block);
}

// Calls std::realloc, then on_block_freed() if the block has moved.
[[gnu::noinline]] inline void* resize_block(void* block, size_t bytes) {
  const auto before = reinterpret_cast<uintptr_t>(block);
  void* moved = std::realloc(block, bytes);
  const bool has_moved = moved != nullptr && reinterpret_cast<uintptr_t>(moved) != before;
  if (has_moved && on_block_freed != nullptr) on_block_freed(reinterpret_cast<void*>(before));
  return moved;
}

// Thresholds at which structures shrink automatically. An array is sparse if its capacity exceeds
// both 4 times its size and 64 KiB. The factor of 4 prevents repeated reallocation.
inline constexpr size_t kSparseFactor = 4;
inline constexpr size_t kMinSparseBytes = 64 * 1024;

// Maximum size of an array: a quarter of the address space. emmalloc compares `block + request`
// with the end of the block, and this sum could overflow if memory is nearly full. flags.cmake
// limits WASM memory to the other three quarters, so it cannot overflow.
inline constexpr size_t kMaxArrayBytes = std::numeric_limits<size_t>::max() / 4;

// Untyped base class of Array. It avoids a copy of the code for each element type.
class ArrayMemory {
 public:
  size_t size() const { return size_; }
  size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }

  // Removes the elements and keeps the memory.
  void clear() { size_ = 0; }
  void truncate(size_t count) {
    SAPWOOD_ASSERT(count <= size_);
    size_ = count;
  }
  [[gnu::noinline]] void release() {
    free_block(data_);
    data_ = nullptr;
    size_ = capacity_ = 0;
  }

 protected:
  ArrayMemory() = default;
  ~ArrayMemory() { free_block(data_); }

  [[nodiscard, gnu::noinline]] bool grow_to(size_t wanted, size_t element_bytes) {
    if (wanted > kMaxArrayBytes / element_bytes) return false;
    void* moved = resize_block(data_, wanted * element_bytes);
    if (moved == nullptr) return false;
    data_ = moved;
    capacity_ = wanted;
    return true;
  }
  [[nodiscard, gnu::noinline]] bool grow_by(size_t extra, size_t element_bytes) {
    const size_t wanted = size_ + extra;
    const size_t floor = element_bytes >= 64 ? 1 : 64 / element_bytes;
    const size_t roomy = capacity_ + capacity_ / 2 + floor;
    return grow_to(roomy > wanted ? roomy : wanted, element_bytes) ||
           grow_to(wanted, element_bytes);
  }
  // Reduces the capacity to max(size, least). Reports the old block as freed even if realloc does
  // not move it, because its end is freed. If reallocation fails, the capacity does not change.
  [[gnu::noinline]] void cut(size_t least, size_t element_bytes) {
    const size_t wanted = least > size_ ? least : size_;
    if (wanted >= capacity_) return;
    if (wanted == 0) return release();
    const auto before = reinterpret_cast<uintptr_t>(data_);
    void* moved = std::realloc(data_, wanted * element_bytes);
    if (moved == nullptr) return;
    data_ = moved;
    capacity_ = wanted;
    if (on_block_freed != nullptr) on_block_freed(reinterpret_cast<void*>(before));
  }
  [[gnu::noinline]] void swap_memory(ArrayMemory& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  void* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

template <class T>
class Array : public ArrayMemory {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  Array() = default;
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  Array(Array&& other) noexcept { swap_memory(other); }
  Array& operator=(Array&& other) noexcept {
    swap_memory(other);
    return *this;
  }
  void swap(Array& other) noexcept { swap_memory(other); }

  size_t byte_length() const { return capacity_ * sizeof(T); }

  T* data() { return static_cast<T*>(data_); }
  const T* data() const { return static_cast<const T*>(data_); }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }

  T& operator[](size_t i) {
    SAPWOOD_ASSERT(i < size_);
    return data()[i];
  }
  const T& operator[](size_t i) const {
    SAPWOOD_ASSERT(i < size_);
    return data()[i];
  }
  T& back() {
    SAPWOOD_ASSERT(size_ > 0);
    return data()[size_ - 1];
  }

  // Reserves memory for `wanted` elements in total.
  [[nodiscard]] bool reserve(size_t wanted) {
    return wanted <= capacity_ || grow_to(wanted, sizeof(T));
  }

  // Reserves memory for `extra` additional elements. Reserves more than requested, so the cost is
  // amortized O(1).
  [[nodiscard]] bool reserve_more(size_t extra) {
    return extra <= capacity_ - size_ || grow_by(extra, sizeof(T));
  }

  // Sets the size. New elements are uninitialized. Returns false if allocation fails.
  [[nodiscard]] bool resize(size_t count) {
    if (!reserve(count)) return false;
    size_ = count;
    return true;
  }

  [[nodiscard]] bool resize(size_t count, const T& fill) {
    const T copy = fill;  // `fill` may be in this array, which may move
    const size_t old = size_;
    if (!resize(count)) return false;
    for (size_t i = old; i < count; ++i) data()[i] = copy;
    return true;
  }

  [[nodiscard]] bool push_back(const T& value) {
    const T copy = value;  // `value` may be in this array, which may move
    if (!reserve_more(1)) return false;
    data()[size_++] = copy;
    return true;
  }

  void push_unchecked(const T& value) {
    SAPWOOD_ASSERT(size_ < capacity_);
    data()[size_++] = value;
  }

  // Increases the size by `count` elements, which the caller has written or will write into
  // reserved memory.
  void extend_unchecked(size_t count) {
    SAPWOOD_ASSERT(count <= capacity_ - size_);
    size_ += count;
  }

  void pop_back() {
    SAPWOOD_ASSERT(size_ > 0);
    --size_;
  }

  bool sparse() const {
    return capacity_ / kSparseFactor > size_ && byte_length() > kMinSparseBytes;
  }
  // Reduces the capacity to the size, or to `least` if that is larger. If reallocation fails, the
  // capacity does not change.
  void shrink(size_t least = 0) { cut(least, sizeof(T)); }

  void shrink_to(size_t most, size_t least = 0) {
    if (most < size_) size_ = most;
    shrink(least);
  }

  void take_bytes(Array<u8>& bytes) {
    release();
    size_ = bytes.size() / sizeof(T);
    capacity_ = bytes.capacity() / sizeof(T);
    data_ = bytes.release_ownership();
  }
  // Releases ownership of the buffer. The caller must free() it.
  T* release_ownership() {
    size_ = capacity_ = 0;
    return static_cast<T*>(std::exchange(data_, nullptr));
  }
};

}  // namespace sapwood
