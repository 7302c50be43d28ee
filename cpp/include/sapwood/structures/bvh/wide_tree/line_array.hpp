// Array whose first element begins a 64-byte line, so that an element of 64 bytes is one line and
// one of 96 bytes never touches more than two. Its memory is got by reserve() only.
#pragma once

#include <cstdint>

#include "sapwood/base/array.hpp"

namespace sapwood::wide_tree {

inline constexpr size_t kLine = 64;

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

  // Room for `wanted` elements in all; false when the memory is not to be had.
  [[nodiscard]] bool reserve(size_t wanted) {
    if (wanted <= capacity_) return true;
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

  // Elements beyond the old size are left uninitialized. Needs reserve().
  void resize_unchecked(size_t count) {
    SAPWOOD_ASSERT(count <= capacity_);
    size_ = count;
  }
  void clear() { size_ = 0; }

 private:
  void* block_ = nullptr;
  T* data_ = nullptr;
  size_t size_ = 0;
  size_t capacity_ = 0;
};

}  // namespace sapwood::wide_tree
