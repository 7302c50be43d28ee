// Bytes of an index: a header with a checksum, then the fields in the order of the structure.
//
// Layout (little endian, which WebAssembly and every supported host are):
//   u32 magic 'SAPW' | u32 version | u64 length of all bytes | u64 checksum of the payload |
//   payload
// Every step of the checksum is a bijection of its state, so a change of a single word always
// changes it; it guards against damage, not against forgery: load() functions check every index
// and every invariant that memory safety rests on.
#pragma once

#include "sapwood/base/array.hpp"
#include "sapwood/base/status.hpp"

namespace sapwood {

inline constexpr u32 kMagic = 0x57504153u;  // "SAPW"
inline constexpr u32 kFormatVersion = 1;

struct SerialHeader {
  u32 magic;
  u32 version;
  u64 length;
  u64 checksum;
};
static_assert(sizeof(SerialHeader) == 24);

// Four independent lanes of multiply and xor over 8-byte words, then the tail, then the length.
inline u64 checksum(const u8* bytes, size_t length) {
  constexpr u64 kPrime = 0x9E3779B97F4A7C15u;
  const auto mix = [](u64 state, u64 word) {
    state = (state ^ word) * kPrime;
    return state ^ state >> 32;
  };
  u64 lanes[4] = {1, 2, 3, 4};
  size_t at = 0;
  for (; at + 32 <= length; at += 32) {
    u64 words[4];
    std::memcpy(words, bytes + at, 32);
    for (int lane = 0; lane < 4; ++lane) lanes[lane] = mix(lanes[lane], words[lane]);
  }
  u64 state = length;
  for (const u64 lane : lanes) state = mix(state, lane);
  for (; at < length; ++at) state = mix(state, bytes[at]);
  return state;
}

// Appends to a byte array. A failed allocation is remembered and ends the writing.
class ByteWriter {
 public:
  // Starts with room for the header, which finish() fills.
  explicit ByteWriter(Array<u8>& out) : out_(out) {
    out_.clear();
    failed_ = !out_.resize(sizeof(SerialHeader), 0);
  }

  bool failed() const { return failed_; }
  // For whoever needs memory to gather what is written, and does not get it.
  void fail() { failed_ = true; }

  template <class T>
  void value(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    append(&value, sizeof(T));
  }
  template <class T>
  void words(const T* values, size_t count) {
    append(values, count * sizeof(T));
  }
  template <class T>
  void array(const Array<T>& values) {
    value(static_cast<u64>(values.size()));
    words(values.data(), values.size());
  }

  Status finish() {
    if (failed_) return Status::out_of_memory();
    const u8* payload = out_.data() + sizeof(SerialHeader);
    const size_t length = out_.size() - sizeof(SerialHeader);
    const SerialHeader header{kMagic, kFormatVersion, out_.size(), checksum(payload, length)};
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
  bool failed_ = false;
};

// Reads what ByteWriter wrote. The first fault sticks; values read after it are zero.
class ByteReader {
 public:
  ByteReader(const u8* bytes, size_t length) : bytes_(bytes), length_(length) {
    SerialHeader header{};
    if (!value(header)) return;
    require(header.magic == kMagic && header.version == kFormatVersion && header.length == length);
    if (ok()) require(header.checksum == checksum(bytes + at_, length - at_));
  }

  bool ok() const { return status_.ok(); }
  Status status() const { return status_; }
  size_t left() const { return length_ - at_; }

  bool require(bool sound) {
    if (!sound && ok()) status_ = Status::bad_data();
    return ok();
  }
  bool require_memory(bool granted) {
    if (!granted && ok()) status_ = Status::out_of_memory();
    return ok();
  }

  template <class T>
  bool value(T& out) {
    out = T{};
    return words(&out, 1);
  }
  template <class T>
  bool words(T* out, size_t count) {
    if (!require(left() / sizeof(T) >= count)) return false;
    if (count != 0) std::memcpy(static_cast<void*>(out), bytes_ + at_, count * sizeof(T));
    at_ += count * sizeof(T);
    return true;
  }
  template <class T>
  bool array(Array<T>& out) {
    u64 count = 0;
    if (!value(count) || !require(left() / sizeof(T) >= count)) return false;
    if (!require_memory(out.resize(static_cast<size_t>(count)))) return false;
    return words(out.data(), static_cast<size_t>(count));
  }

  // All bytes were used.
  bool finish() { return require(left() == 0); }

 private:
  const u8* bytes_;
  size_t length_;
  size_t at_ = 0;
  Status status_ = Status::success();
};

}  // namespace sapwood
