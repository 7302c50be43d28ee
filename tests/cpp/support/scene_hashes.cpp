#include "support/scene_hashes.hpp"

#include <cstring>

namespace sapwood::test {
namespace {

constexpr std::uint32_t kPairFirst = 2654435761u;
constexpr std::uint32_t kPairSecond = 2246822519u;
constexpr std::uint32_t kPairFinish = 3266489917u;
constexpr std::uint32_t kGoldenRatio = 0x9e3779b9u;

std::uint32_t extend_sequence(std::uint32_t hash, std::uint32_t value) {
  return (hash ^ value) * 16777619u;
}

std::string hex_digits(std::uint64_t value, int digits) {
  std::string text(static_cast<std::size_t>(digits), '0');
  for (int i = digits - 1; i >= 0; --i, value >>= 4) {
    text[static_cast<std::size_t>(i)] = "0123456789abcdef"[value & 15];
  }
  return text;
}

}  // namespace

std::string hex32(std::uint32_t value) { return hex_digits(value, 8); }
std::string hex64(std::uint64_t value) { return hex_digits(value, 16); }

std::string boxes_hash(std::span<const float> values) {
  std::uint64_t hash = 1469598103934665603u;
  for (const float value : values) {
    std::uint32_t lane;
    std::memcpy(&lane, &value, sizeof lane);
    hash = (hash ^ lane) * 1099511628211u;
  }
  return hex64(hash);
}

std::string pairs_hash(IdSpan pairs) {
  std::uint32_t sum = 0;
  for (std::size_t i = 0; i + 1 < pairs.size(); i += 2) {
    std::uint32_t mixed = (pairs[i] * kPairFirst) ^ ((pairs[i + 1] + kGoldenRatio) * kPairSecond);
    mixed ^= mixed >> 15;
    sum += mixed * kPairFinish;
  }
  return hex32(sum);
}

std::uint32_t id_set_hash(IdSpan ids) {
  std::uint32_t sum = 0;
  for (const std::uint32_t id : ids) {
    std::uint32_t mixed = (id + kGoldenRatio) * kPairFirst;
    mixed ^= mixed >> 15;
    sum += mixed * kPairSecond;
  }
  return sum;
}

std::uint32_t id_sequence_hash(IdSpan ids) {
  std::uint32_t hash = 2166136261u;
  for (const std::uint32_t id : ids) hash = extend_sequence(hash, id);
  return hash;
}

void ResultHash::add_id(std::uint32_t id) {
  if (id != kNoId) ++results_;
  hash_ = extend_sequence(hash_, id);
}

void ResultHash::append(std::uint64_t count, std::uint32_t hash) {
  results_ += count;
  hash_ = extend_sequence(extend_sequence(hash_, static_cast<std::uint32_t>(count)), hash);
}

}  // namespace sapwood::test
