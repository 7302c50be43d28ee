// Hashes of boxes and results, with the same values in TypeScript (web/scenes/src/hashes.ts).
//
//   boxes_hash        64-bit FNV-1a of 32-bit words; depends on every bit
//   pairs_hash        hash of pairs (a < b), independent of their order
//   id_set_hash       hash of ids, independent of their order
//   id_sequence_hash  32-bit FNV-1a of 32-bit words; depends on the order
//   ResultHash        one number for the results of many queries
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace sapwood::test {

using IdSpan = std::span<const std::uint32_t>;

// Represents a miss in a sequence of ids.
inline constexpr std::uint32_t kNoId = 0xffffffffu;

// Return 8 or 16 hexadecimal digits, as in the scene files.
std::string hex32(std::uint32_t value);
std::string hex64(std::uint64_t value);

// Hashes the bit patterns of float32 values.
std::string boxes_hash(std::span<const float> values);

// Hashes a flat list of pairs [a0, b0, a1, b1, ...] with a < b.
std::string pairs_hash(IdSpan pairs);

std::uint32_t id_set_hash(IdSpan ids);
std::uint32_t id_sequence_hash(IdSpan ids);

// Hash of the results of a list of queries. Depends on the order of the queries.
class ResultHash {
 public:
  // Adds a result whose ids have no defined order.
  void add_set(IdSpan ids) { append(ids.size(), id_set_hash(ids)); }
  void add_sequence(IdSpan ids) { append(ids.size(), id_sequence_hash(ids)); }
  // `id` is kNoId for a miss.
  void add_id(std::uint32_t id);

  std::uint64_t results() const { return results_; }  // number of ids in all results
  std::string hex() const { return hex32(hash_); }

 private:
  void append(std::uint64_t count, std::uint32_t hash);

  std::uint64_t results_ = 0;
  std::uint32_t hash_ = 2166136261u;
};

}  // namespace sapwood::test
