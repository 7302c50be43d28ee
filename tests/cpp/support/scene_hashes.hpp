// Hashes of boxes and results: the same values in TypeScript (web/scenes/src/hashes.ts).
//
//   boxes_hash        FNV-1a over 32-bit lanes, 64 bits: any change of any bit
//   pairs_hash        order-free over pairs (a < b)
//   id_set_hash       order-free over ids
//   id_sequence_hash  FNV-1a over 32-bit lanes, 32 bits: order matters
//   ResultHash        many queries into one number
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace sapwood::test {

using IdSpan = std::span<const std::uint32_t>;

// Stands for "no hit" in a sequence of ids.
inline constexpr std::uint32_t kNoId = 0xffffffffu;

// Eight or sixteen hexadecimal digits, as in the scene files.
std::string hex32(std::uint32_t value);
std::string hex64(std::uint64_t value);

// Over the float32 bit patterns.
std::string boxes_hash(std::span<const float> values);

// Of a flat list of pairs [a0, b0, a1, b1, ...] with a < b in each.
std::string pairs_hash(IdSpan pairs);

std::uint32_t id_set_hash(IdSpan ids);
std::uint32_t id_sequence_hash(IdSpan ids);

// The answers to a list of queries in one number: the queries' order counts.
class ResultHash {
 public:
  // An answer in which the order of ids means nothing.
  void add_set(IdSpan ids) { append(ids.size(), id_set_hash(ids)); }
  // An answer whose order is part of the result.
  void add_sequence(IdSpan ids) { append(ids.size(), id_sequence_hash(ids)); }
  // An answer of one id; kNoId when nothing was hit.
  void add_id(std::uint32_t id);

  std::uint64_t results() const { return results_; }  // ids in all answers so far
  std::string hex() const { return hex32(hash_); }

 private:
  void append(std::uint64_t count, std::uint32_t hash);

  std::uint64_t results_ = 0;
  std::uint32_t hash_ = 2166136261u;
};

}  // namespace sapwood::test
