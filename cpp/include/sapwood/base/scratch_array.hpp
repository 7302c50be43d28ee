// Working memory of one call: an array that stores its first elements in the object itself, so that
// typical calls do not allocate. Use it only for short-lived objects on the stack.
#pragma once

#include "sapwood/base/array.hpp"

namespace sapwood {

template <class T, size_t kInline>
class ScratchArray {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  ScratchArray() = default;
  ScratchArray(const ScratchArray&) = delete;
  ScratchArray& operator=(const ScratchArray&) = delete;
  ~ScratchArray() {
    if (!is_inline()) std::free(data_);
  }

  size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  T* begin() { return data_; }
  T* end() { return data_ + size_; }
  T& operator[](size_t i) {
    SAPWOOD_ASSERT(i < size_);
    return data_[i];
  }
  T& back() {
    SAPWOOD_ASSERT(size_ > 0);
    return data_[size_ - 1];
  }

  // Reserves memory for `wanted` elements in total. If allocation fails, returns false and changes
  // nothing.
  [[nodiscard]] bool reserve(size_t wanted) { return wanted <= capacity_ || grow_to(wanted); }
  [[nodiscard]] bool reserve_more(size_t extra) {
    return extra <= capacity_ - size_ || grow_by(extra);
  }
  // Sets the size. New elements are uninitialized. Returns false if allocation fails.
  [[nodiscard]] bool resize(size_t count) {
    if (!reserve(count)) return false;
    size_ = count;
    return true;
  }

  [[nodiscard]] bool push_back(const T& value) {
    const T copy = value;  // `value` may be in this array, which may move
    if (!reserve_more(1)) return false;
    data_[size_++] = copy;
    return true;
  }
  void push_unchecked(const T& value) {
    SAPWOOD_ASSERT(size_ < capacity_);
    data_[size_++] = value;
  }
  void pop_back() {
    SAPWOOD_ASSERT(size_ > 0);
    --size_;
  }
  void truncate(size_t count) {
    SAPWOOD_ASSERT(count <= size_);
    size_ = count;
  }
  void clear() { size_ = 0; }

 private:
  [[gnu::noinline]] bool grow_to(size_t wanted) {
    if (wanted > kMaxArrayBytes / sizeof(T)) return false;
    void* moved = std::realloc(is_inline() ? nullptr : data_, wanted * sizeof(T));
    if (moved == nullptr) return false;
    if (is_inline()) std::memcpy(moved, data_, size_ * sizeof(T));
    data_ = static_cast<T*>(moved);
    capacity_ = wanted;
    return true;
  }
  [[gnu::noinline]] bool grow_by(size_t extra) {
    const size_t wanted = size_ + extra;
    const size_t roomy = capacity_ + capacity_ / 2;
    return grow_to(roomy > wanted ? roomy : wanted) || grow_to(wanted);
  }
  T* inline_data() { return reinterpret_cast<T*>(inline_); }
  bool is_inline() { return data_ == inline_data(); }

  alignas(T) unsigned char inline_[kInline * sizeof(T)];
  T* data_ = inline_data();
  size_t size_ = 0;
  size_t capacity_ = kInline;
};

}  // namespace sapwood
