// Hash of all results of a run in the order of the operations. tests/web/tapes/tape-hash.ts
// computes the same hash.
#pragma once

#include <bit>
#include <cstdio>
#include <cstring>
#include <span>
#include <string>

#include "sapwood/base/types.hpp"

namespace sapwood::test {

class TapeHash {
 public:
  void add(u32 word) {
    a_ = (a_ ^ word) * 0x9E3779B1u;
    a_ ^= a_ >> 15;
    b_ = (b_ ^ word) * 0x85EBCA6Bu;
    b_ ^= b_ >> 13;
  }
  void add(f32 number) { add(std::bit_cast<u32>(number)); }
  void add_bytes(std::span<const u8> bytes) {
    add(static_cast<u32>(bytes.size()));
    for (size_t at = 0; at + 4 <= bytes.size(); at += 4) {
      u32 word = 0;
      std::memcpy(&word, bytes.data() + at, sizeof(word));
      add(word);
    }
    for (size_t at = bytes.size() / 4 * 4; at < bytes.size(); ++at) add(u32{bytes[at]});
  }

  // Returns 16 hexadecimal digits.
  std::string text() const {
    char digits[17];
    std::snprintf(digits, sizeof(digits), "%08x%08x", static_cast<unsigned>(a_),
                  static_cast<unsigned>(b_));
    return digits;
  }

 private:
  u32 a_ = 0x12345678u;
  u32 b_ = 0x9ABCDEF0u;
};

}  // namespace sapwood::test
