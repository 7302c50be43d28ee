/// @file Serialized bytes of an index: a header with a checksum, then the payload, whose fields the
/// structure determines.
///
/// Layout (little endian, like WebAssembly and every supported host):
///   u32 magic 'SAPW' | u32 version | u64 length of all bytes | u64 checksum of the payload |
///   payload
///
/// The payload can end with one large array, the tail. Writer and reader can keep it separate, so
/// it is copied only once.
///
/// Every step of the checksum is a bijection of its state, so a change of a single word always
/// changes the checksum. The checksum detects damage but not manipulation. Functions that load
/// bytes therefore check every index and every invariant that memory safety depends on.
#pragma once

#include "sapwood/base/array.hpp"
#include "sapwood/base/status.hpp"
#include "sapwood/simd/f32x4.hpp"

namespace sapwood {

/// First word of serialized bytes.
inline constexpr u32 kMagic = 0x57504153u;  // "SAPW"
/// Version of the format. Bytes of other versions are rejected.
inline constexpr u32 kFormatVersion = 3;

/// Header of serialized bytes.
struct SerialHeader {
  u32 magic;
  u32 version;
  u64 length;
  u64 checksum;
};
static_assert(sizeof(SerialHeader) == 24);

/// Incremental checksum. It combines 4-byte words by multiplication and exclusive or, in 32
/// independent lanes. The length is part of the checksum.
class Checksum {
 public:
  /// Adds the next bytes.
  void add(const u8* bytes, size_t length) {
    length_ += length;
    if (held_ != 0) {
      const size_t taken = length < kBlock - held_ ? length : kBlock - held_;
      hold(bytes, taken);
      bytes += taken;
      length -= taken;
      if (held_ < kBlock) return;
      mix_blocks(block_, kBlock);
      held_ = 0;
    }
    const size_t whole = length - length % kBlock;
    mix_blocks(bytes, whole);
    hold(bytes + whole, length - whole);
  }

  /// Returns the checksum of all bytes that were added.
  u64 value() const {
    u64 state = length_;
    for (const u32 lane : lanes_) state = mix(state, lane);
    for (size_t i = 0; i < held_; ++i) state = mix(state, block_[i]);
    return state;
  }

 private:
  static constexpr u32 kLanes = 32;
  static constexpr size_t kBlock = kLanes * sizeof(u32);

  static u64 mix(u64 state, u64 word) {
    state = (state ^ word) * 0x9E3779B97F4A7C15u;
    return state ^ state >> 32;
  }
  static simd::U32x4 load_words(const u8* bytes) {
    u32 words[4];
    std::memcpy(words, bytes, sizeof(words));
    return simd::U32x4::load(words);
  }
  void mix_blocks(const u8* bytes, size_t length) {
    using namespace simd;
    constexpr u32 kVectors = kLanes / 4;
    const U32x4 factor = U32x4::splat(0x9E3779B1u);
    U32x4 lanes[kVectors];
    for (u32 i = 0; i < kVectors; ++i) lanes[i] = U32x4::load(lanes_ + 4 * i);
    for (size_t at = 0; at < length; at += kBlock) {
#pragma GCC unroll 8
      for (u32 i = 0; i < kVectors; ++i) {
        const U32x4 words = load_words(bytes + at + 16 * i);
        const U32x4 state = mul(bit_xor(lanes[i], words), factor);
        lanes[i] = bit_xor(state, shift_right<15>(state));
      }
    }
    for (u32 i = 0; i < kVectors; ++i) store(lanes_ + 4 * i, lanes[i]);
  }
  void hold(const u8* bytes, size_t length) {
    if (length != 0) std::memcpy(block_ + held_, bytes, length);
    held_ += length;
  }

  u32 lanes_[kLanes] = {};
  u64 length_ = 0;
  u8 block_[kBlock];  // the last bytes, until they fill a block
  size_t held_ = 0;
};

inline u64 checksum(const u8* bytes, size_t length) {
  Checksum sum;
  sum.add(bytes, length);
  return sum.value();
}

/// Appends values to a byte array. After an allocation failure it ignores all values, and finish()
/// returns kOutOfMemory.
class ByteWriter {
 public:
  /// Creates a writer and reserves space for the header, which finish() fills.
  explicit ByteWriter(Array<u8>& out) : out_(out) {
    out_.clear();
    failed_ = !out_.resize(sizeof(SerialHeader), 0);
  }

  /// Returns true if an allocation has failed.
  bool failed() const { return failed_; }
  /// Marks the writer as failed, for callers that are out of memory.
  void fail() { failed_ = true; }

  /// Writes a value.
  template <class T>
  void value(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    append(&value, sizeof(T));
  }
  /// Writes `count` values.
  template <class T>
  void words(const T* values, size_t count) {
    append(values, count * sizeof(T));
  }
  /// Writes the size of an array, then its elements.
  template <class T>
  void array(const Array<T>& values) {
    value(static_cast<u64>(values.size()));
    words(values.data(), values.size());
  }

  /// Sets the array that is written last, as the tail. There can be only one tail. The array must
  /// stay valid until the writer has finished.
  template <class T>
  void tail(const Array<T>& values) {
    SAPWOOD_ASSERT(tail_bytes_ == 0);
    tail_ = reinterpret_cast<const u8*>(values.data());
    tail_bytes_ = values.size() * sizeof(T);
  }
  /// Returns the bytes of the array that was passed to tail().
  const u8* tail_data() const { return tail_; }
  /// Returns the size in bytes of the array that was passed to tail().
  size_t tail_bytes() const { return tail_bytes_; }

  /// Appends the tail and fills the header. Returns kOutOfMemory if an allocation failed.
  Status finish() {
    const size_t bytes = std::exchange(tail_bytes_, 0);
    append(tail_, bytes);
    return finish_apart();
  }
  /// Fills the header without appending the tail. The caller stores the tail separately.
  Status finish_apart() {
    if (failed_) return Status::out_of_memory();
    Checksum sum;
    sum.add(out_.data() + sizeof(SerialHeader), out_.size() - sizeof(SerialHeader));
    sum.add(tail_, tail_bytes_);
    const SerialHeader header{kMagic, kFormatVersion, u64{out_.size()} + tail_bytes_, sum.value()};
    std::memcpy(out_.data(), &header, sizeof(header));
    return Status::success();
  }

 private:
  void append(const void* from, size_t bytes) {
    if (failed_ || bytes == 0) return;
    const size_t at = out_.size();
    if (!out_.reserve_more(bytes) || !out_.resize(at + bytes)) {
      failed_ = true;
      return;
    }
    std::memcpy(out_.data() + at, from, bytes);
  }

  Array<u8>& out_;
  const u8* tail_ = nullptr;
  size_t tail_bytes_ = 0;
  bool failed_ = false;
};

/// Reads bytes written by a ByteWriter. After the first fault, the reader remains in the failed
/// state and returns only zeros.
class ByteReader {
 public:
  /// Creates a reader, and checks header, length and checksum.
  ByteReader(const u8* bytes, size_t length) : ByteReader(bytes, length, nullptr) {}
  /// Creates a reader of bytes whose tail is in a separate array. The function tail() moves the
  /// memory of this array to the caller.
  ByteReader(const u8* bytes, size_t length, Array<u8>& tail) : ByteReader(bytes, length, &tail) {}

  /// Returns true if no fault has occurred.
  bool ok() const { return status_.ok(); }
  /// Returns success, kBadData or kOutOfMemory.
  Status status() const { return status_; }
  /// Returns the number of bytes that are not read yet.
  size_t left() const { return length_ - at_; }

  /// Marks the bytes as damaged if the condition is false. Returns true if no fault has occurred.
  bool require(bool sound) {
    if (!sound && ok()) status_ = Status::bad_data();
    return ok();
  }
  /// Marks the reader as out of memory if the argument is false. Returns true if no fault has
  /// occurred.
  bool require_memory(bool granted) {
    if (!granted && ok()) status_ = Status::out_of_memory();
    return ok();
  }

  /// Reads a value.
  template <class T>
  bool value(T& out) {
    out = T{};
    return words(&out, 1);
  }
  /// Reads `count` values.
  template <class T>
  bool words(T* out, size_t count) {
    return copy(out, count, sizeof(T));
  }
  /// Reads the size of an array, then its elements.
  template <class T>
  bool array(Array<T>& out) {
    u64 count = 0;
    if (!value(count) || !require(left() / sizeof(T) >= count)) return false;
    if (!require_memory(out.resize(static_cast<size_t>(count)))) return false;
    return words(out.data(), static_cast<size_t>(count));
  }

  /// Skips the next `bytes` bytes and returns a pointer to them, which may have any alignment.
  /// Returns null if fewer bytes are left.
  const u8* skip(size_t bytes) {
    if (!require(left() >= bytes)) return nullptr;
    const u8* const start = bytes_ + at_;
    at_ += bytes;
    return start;
  }

  /// Reads the array that was passed to ByteWriter::tail().
  template <class T>
  bool tail(Array<T>& out, size_t count) {
    if (tail_ == nullptr) {
      if (!require(left() / sizeof(T) >= count)) return false;
      if (!require_memory(out.resize(count))) return false;
      length_ -= count * sizeof(T);
      if (count != 0) std::memcpy(out.data(), bytes_ + length_, count * sizeof(T));
      return true;
    }
    if (!require(tail_->size() % sizeof(T) == 0 && tail_->size() / sizeof(T) == count))
      return false;
    out.take_bytes(*tail_);
    return true;
  }

  /// Marks the bytes as damaged unless all of them were read. Returns true if no fault has
  /// occurred.
  bool finish() { return require(left() == 0 && (tail_ == nullptr || tail_->empty())); }

 private:
  ByteReader(const u8* bytes, size_t length, Array<u8>* tail)
      : bytes_(bytes), length_(length), tail_(tail) {
    SerialHeader header{};
    if (!value(header)) return;
    const size_t apart = tail == nullptr ? 0 : tail->size();
    require(header.magic == kMagic && header.version == kFormatVersion &&
            header.length == u64{length} + apart);
    if (!ok()) return;
    Checksum sum;
    sum.add(bytes + at_, length - at_);
    if (apart != 0) sum.add(tail->data(), apart);
    require(header.checksum == sum.value());
  }

  // The function is not inlined, because each structure reads many fields and loading is rare.
  [[gnu::noinline]] bool copy(void* out, size_t count, size_t size) {
    if (!require(left() / size >= count)) return false;
    if (count != 0) std::memcpy(out, bytes_ + at_, count * size);
    at_ += count * size;
    return true;
  }

  const u8* bytes_;
  size_t length_;
  Array<u8>* tail_;  // null if the tail follows the other bytes
  size_t at_ = 0;
  Status status_ = Status::success();
};

}  // namespace sapwood
