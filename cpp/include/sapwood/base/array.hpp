// Growable array of trivially copyable elements whose growth may fail without an exception.
//
// Mutating verbs first reserve what they need (the only step that can fail) and then write with
// push_unchecked(); that is how an index stays unchanged when memory runs out.
// Growth is by 1.5 with a floor of 64 bytes; elements move by realloc and are never constructed.
#pragma once

#include <cstdlib>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include "sapwood/base/types.hpp"

namespace sapwood {

// Freeing of memory that code outside the core may hold a view of.
//
// A typed array of JavaScript does not notice when the memory that it shows is freed: a later write
// would change whatever lies there by then. So the bindings watch the blocks of arrays, and detach
// all views when a block that they handed out is freed or moved.

// Called with the address of each block of an Array that was freed or moved, while it is set.
inline void (*on_block_freed)(const void* block) = nullptr;

// One function for all arrays: inlined it would make modules larger.
[[gnu::noinline]] inline void free_block(void* block) {
  std::free(block);
  if (on_block_freed != nullptr) on_block_freed(block);
}

// Like std::realloc.
[[gnu::noinline]] inline void* resize_block(void* block, size_t bytes) {
  const auto before = reinterpret_cast<uintptr_t>(block);
  void* moved = std::realloc(block, bytes);
  const bool has_moved = moved != nullptr && reinterpret_cast<uintptr_t>(moved) != before;
  if (has_moved && on_block_freed != nullptr) on_block_freed(reinterpret_cast<void*>(before));
  return moved;
}

// A quarter of the address space. emmalloc compares `block + request` with the end of the block,
// which wraps when memory is nearly full; flags.cmake keeps WASM memory within the other three.
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

  // Room for `extra` more, with slack so that repeated calls cost amortized O(1).
  [[nodiscard]] bool reserve_more(size_t extra) {
    return extra <= capacity_ - size_ || grow_by(extra);
  }

  // Elements beyond the old size are left uninitialized.
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

  // Commits `count` elements that were written past the end of the array, into reserved memory.
  void extend_unchecked(size_t count) {
    SAPWOOD_ASSERT(count <= capacity_ - size_);
    size_ += count;
  }

  void pop_back() {
    SAPWOOD_ASSERT(size_ > 0);
    --size_;
  }

  // Forgets the elements and keeps the memory.
  void clear() { size_ = 0; }
  void truncate(size_t count) {
    SAPWOOD_ASSERT(count <= size_);
    size_ = count;
  }

  // Takes over the memory of bytes that are whole elements.
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

  // Gives the memory back too.
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
