// Growable array of trivially copyable elements. Growth can fail without an exception.
//
// Functions that change an index first reserve memory, which is the only step that can fail, and
// then write with push_unchecked(). So the index stays unchanged if memory runs out. Growth is by
// 1.5 with a minimum of 64 bytes. Elements are moved by realloc and never constructed.
#pragma once

#include <cstdlib>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "sapwood/base/types.hpp"

namespace sapwood {

// Notification about freed memory.
//
// A JavaScript typed array does not detect that its memory was freed: a later write would overwrite
// unrelated data. So the bindings are notified about freed and moved blocks of arrays, and detach
// all views of such a block.

// If set, called with the address of each block of an Array that was freed or moved.
inline void (*on_block_freed)(const void* block) = nullptr;

// Not inlined, which reduces code size.
[[gnu::noinline]] inline void free_block(void* block) {
  std::free(block);
  if (on_block_freed != nullptr) on_block_freed(block);
}

// Works like std::realloc, with the notification.
[[gnu::noinline]] inline void* resize_block(void* block, size_t bytes) {
  const auto before = reinterpret_cast<uintptr_t>(block);
  void* moved = std::realloc(block, bytes);
  const bool has_moved = moved != nullptr && reinterpret_cast<uintptr_t>(moved) != before;
  if (has_moved && on_block_freed != nullptr) on_block_freed(reinterpret_cast<void*>(before));
  return moved;
}

// A quarter of the address space. emmalloc compares `block + request` with the end of the block,
// and the sum overflows if memory is nearly full. flags.cmake limits WASM memory to the other three
// quarters.
inline constexpr size_t kMaxArrayBytes = std::numeric_limits<size_t>::max() / 4;

template <class T>
class Array {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  Array() = default;
  Array(const Array&) = delete;
  Array& operator=(const Array&) = delete;
  Array(Array&& other) noexcept
      : data_(std::exchange(other.data_, nullptr)),
        size_(std::exchange(other.size_, 0)),
        capacity_(std::exchange(other.capacity_, 0)) {}
  Array& operator=(Array&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Array() { free_block(data_); }

  void swap(Array& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
  }

  size_t size() const { return size_; }
  size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  size_t byte_length() const { return capacity_ * sizeof(T); }

  T* data() { return data_; }
  const T* data() const { return data_; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size_; }

  T& operator[](size_t i) {
    SAPWOOD_ASSERT(i < size_);
    return data_[i];
  }
  const T& operator[](size_t i) const {
    SAPWOOD_ASSERT(i < size_);
    return data_[i];
  }
  T& back() {
    SAPWOOD_ASSERT(size_ > 0);
    return data_[size_ - 1];
  }

  // Reserves memory for `wanted` elements in total. Returns false if allocation fails.
  [[nodiscard]] bool reserve(size_t wanted) { return wanted <= capacity_ || grow_to(wanted); }

  // Reserves memory for `extra` more elements, with slack, so that repeated calls cost amortized
  // O(1).
  [[nodiscard]] bool reserve_more(size_t extra) {
    return extra <= capacity_ - size_ || grow_by(extra);
  }

  // Resizes the array. Elements beyond the old size are uninitialized.
  [[nodiscard]] bool resize(size_t count) {
    if (!reserve(count)) return false;
    size_ = count;
    return true;
  }

  [[nodiscard]] bool resize(size_t count, const T& fill) {
    const T copy = fill;  // `fill` may live in this array and move with it
    const size_t old = size_;
    if (!resize(count)) return false;
    for (size_t i = old; i < count; ++i) data_[i] = copy;
    return true;
  }

  [[nodiscard]] bool push_back(const T& value) {
    const T copy = value;  // `value` may live in this array and move with it
    if (!reserve_more(1)) return false;
    data_[size_++] = copy;
    return true;
  }

  void push_unchecked(const T& value) {
    SAPWOOD_ASSERT(size_ < capacity_);
    data_[size_++] = value;
  }

  // Adds `count` elements that were written past the end of the array, into reserved memory.
  void extend_unchecked(size_t count) {
    SAPWOOD_ASSERT(count <= capacity_ - size_);
    size_ += count;
  }

  void pop_back() {
    SAPWOOD_ASSERT(size_ > 0);
    --size_;
  }

  // Removes the elements and keeps the memory.
  void clear() { size_ = 0; }
  void truncate(size_t count) {
    SAPWOOD_ASSERT(count <= size_);
    size_ = count;
  }

  // Takes the memory of a byte array that contains whole elements.
  void take_bytes(Array<u8>& bytes) {
    release();
    size_ = bytes.size() / sizeof(T);
    capacity_ = bytes.capacity() / sizeof(T);
    data_ = reinterpret_cast<T*>(bytes.give_up());
  }
  // Releases ownership of the buffer. The caller must free() it.
  T* give_up() {
    size_ = capacity_ = 0;
    return std::exchange(data_, nullptr);
  }

  // Removes the elements and frees the memory.
  void release() {
    free_block(data_);
    data_ = nullptr;
    size_ = capacity_ = 0;
  }

 private:
  // Slow path, kept out of line so that reserve() inlines to a comparison and a call.
  [[gnu::noinline]] bool grow_to(size_t wanted) {
    if (wanted > kMaxArrayBytes / sizeof(T)) return false;
    void* moved = resize_block(static_cast<void*>(data_), wanted * sizeof(T));
    if (moved == nullptr) return false;
    data_ = static_cast<T*>(moved);
    capacity_ = wanted;
    return true;
  }
  [[gnu::noinline]] bool grow_by(size_t extra) {
    const size_t wanted = size_ + extra;
    const size_t floor = sizeof(T) >= 64 ? 1 : 64 / sizeof(T);
    const size_t roomy = capacity_ + capacity_ / 2 + floor;
    return grow_to(roomy > wanted ? roomy : wanted) || grow_to(wanted);
  }

  T* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace sapwood
