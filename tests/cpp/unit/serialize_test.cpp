#include "sapwood/core/serialize.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "support/allocations.hpp"

namespace sapwood::test {
namespace {

Array<u8> sample(u32 words) {
  Array<u8> bytes;
  ByteWriter writer(bytes);
  Array<u16> halves;
  for (u16 i = 0; i < 3; ++i) EXPECT_TRUE(halves.push_back(i));
  writer.value(u32{0xCAFE});
  writer.array(halves);
  for (u64 i = 0; i < words; ++i) writer.value(i * 0x9E3779B97F4A7C15u);
  writer.value(u8{7});
  EXPECT_TRUE(writer.finish().ok());
  return bytes;
}

StatusCode read_sample(const u8* bytes, size_t length, u32 words) {
  ByteReader reader(bytes, length);
  u32 first = 0;
  Array<u16> halves;
  std::vector<u64> run(words);
  u8 last = 0;
  reader.value(first);
  reader.array(halves);
  reader.words(run.data(), run.size());
  reader.value(last);
  reader.finish();
  if (reader.ok()) {
    EXPECT_EQ(first, 0xCAFEu);
    EXPECT_EQ(halves.size(), 3u);
    EXPECT_EQ(last, 7);
    for (u64 i = 0; i < words; ++i) EXPECT_EQ(run[i], i * 0x9E3779B97F4A7C15u);
  }
  return reader.status().code;
}

TEST(Serialize, Written_values_are_read_back) {
  for (const u32 words : {0u, 1u, 2u, 5u, 50u}) {
    const Array<u8> bytes = sample(words);
    EXPECT_EQ(read_sample(bytes.data(), bytes.size(), words), StatusCode::kOk) << words;
  }
}

TEST(Serialize, Every_truncated_prefix_is_bad_data) {
  const Array<u8> bytes = sample(9);
  for (size_t length = 0; length < bytes.size(); ++length) {
    // an exact copy, so that the sanitizer detects reads after the end of the prefix
    const std::vector<u8> prefix(bytes.begin(), bytes.begin() + length);
    EXPECT_EQ(read_sample(prefix.data(), length, 9), StatusCode::kBadData) << length;
  }
}

TEST(Serialize, Every_flipped_bit_is_bad_data) {
  for (const u32 words : {0u, 9u, 40u}) {
    Array<u8> bytes = sample(words);
    for (size_t bit = 0; bit < bytes.size() * 8; ++bit) {
      bytes[bit / 8] ^= static_cast<u8>(1u << bit % 8);
      EXPECT_EQ(read_sample(bytes.data(), bytes.size(), words), StatusCode::kBadData) << bit;
      bytes[bit / 8] ^= static_cast<u8>(1u << bit % 8);
    }
  }
}

TEST(Serialize, The_checksum_does_not_depend_on_the_division_into_pieces) {
  std::vector<u8> bytes(700);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<u8>(i * 37);
  const u64 whole = checksum(bytes.data(), bytes.size());
  for (const size_t piece : {1u, 3u, 100u, 127u, 128u, 129u, 300u}) {
    Checksum sum;
    for (size_t at = 0; at < bytes.size(); at += piece) {
      sum.add(bytes.data() + at, std::min(piece, bytes.size() - at));
    }
    EXPECT_EQ(sum.value(), whole) << piece;
  }
}

// Bytes to which a value, a tail array and a second value are written in this order. The tail is
// stored at the end, after both values.
struct TailSample {
  Array<u8> bytes;
  Array<u64> tail;

  explicit TailSample(u32 count, bool apart = false) {
    for (u64 i = 0; i < count; ++i) EXPECT_TRUE(tail.push_back(i * 3 + 1));
    ByteWriter writer(bytes);
    writer.value(u32{0xCAFE});
    writer.tail(tail);
    writer.value(u32{0xBEEF});
    EXPECT_EQ(writer.tail_bytes(), count * sizeof(u64));
    EXPECT_TRUE((apart ? writer.finish_apart() : writer.finish()).ok());
  }
};

StatusCode read_tail_sample(ByteReader& reader, u32 count) {
  u32 first = 0;
  u32 last = 0;
  Array<u64> tail;
  reader.value(first);
  reader.tail(tail, count);
  reader.value(last);
  reader.finish();
  if (reader.ok()) {
    EXPECT_EQ(first, 0xCAFEu);
    EXPECT_EQ(last, 0xBEEFu);
    EXPECT_EQ(tail.size(), count);
    for (u64 i = 0; i < tail.size(); ++i) EXPECT_EQ(tail[i], i * 3 + 1);
  }
  return reader.status().code;
}

StatusCode read_apart(const Array<u8>& bytes, size_t head, u32 count) {
  Array<u8> tail;
  EXPECT_TRUE(tail.resize(bytes.size() - head));
  if (!tail.empty()) std::memcpy(tail.data(), bytes.data() + head, tail.size());
  ByteReader reader(bytes.data(), head, tail);
  return read_tail_sample(reader, count);
}

TEST(Serialize, A_separate_tail_gives_the_same_bytes_and_is_read_back) {
  for (const u32 count : {0u, 1u, 3u, 100u}) {
    const TailSample whole(count);
    TailSample apart(count, true);
    const size_t head = apart.bytes.size();
    ASSERT_EQ(whole.bytes.size(), head + count * sizeof(u64));
    EXPECT_EQ(std::memcmp(whole.bytes.data(), apart.bytes.data(), head), 0);
    ByteReader reader(whole.bytes.data(), whole.bytes.size());
    EXPECT_EQ(read_tail_sample(reader, count), StatusCode::kOk) << count;
    EXPECT_EQ(read_apart(whole.bytes, head, count), StatusCode::kOk) << count;
  }
}

TEST(Serialize, A_tail_of_another_length_is_bad_data) {
  const TailSample whole(5);
  for (const u32 count : {0u, 4u, 6u, 0xFFFFFFFFu}) {
    ByteReader reader(whole.bytes.data(), whole.bytes.size());
    EXPECT_EQ(read_tail_sample(reader, count), StatusCode::kBadData) << count;
  }
  const size_t before = whole.bytes.size() - 5 * sizeof(u64);
  for (const u32 count : {0u, 4u, 6u}) {
    EXPECT_EQ(read_apart(whole.bytes, before, count), StatusCode::kBadData) << count;
  }
  for (size_t head = 0; head <= whole.bytes.size(); ++head) {
    const bool right = head == whole.bytes.size() - 5 * sizeof(u64);
    EXPECT_EQ(read_apart(whole.bytes, head, 5), right ? StatusCode::kOk : StatusCode::kBadData)
        << head;
  }
}

TEST(Serialize, Every_flipped_bit_of_a_separate_tail_is_bad_data) {
  TailSample whole(5);
  const size_t head = whole.bytes.size() - 5 * sizeof(u64);
  for (size_t bit = 0; bit < whole.bytes.size() * 8; ++bit) {
    whole.bytes[bit / 8] ^= static_cast<u8>(1u << bit % 8);
    EXPECT_EQ(read_apart(whole.bytes, head, 5), StatusCode::kBadData) << bit;
    whole.bytes[bit / 8] ^= static_cast<u8>(1u << bit % 8);
  }
}

TEST(Serialize, Bytes_after_the_end_are_bad_data) {
  Array<u8> bytes = sample(3);
  ASSERT_TRUE(bytes.push_back(0));
  EXPECT_EQ(read_sample(bytes.data(), bytes.size(), 3), StatusCode::kBadData);
}

TEST(Serialize, Unread_bytes_are_bad_data) {
  const Array<u8> bytes = sample(3);
  EXPECT_EQ(read_sample(bytes.data(), bytes.size(), 2), StatusCode::kBadData);
}

TEST(Serialize, Exchanged_words_change_the_checksum) {
  constexpr size_t kLength = 320;  // two and a half blocks
  u8 bytes[kLength];
  for (size_t i = 0; i < kLength; ++i) bytes[i] = static_cast<u8>(i * 37 + i / 256);
  const u64 before = checksum(bytes, kLength);
  for (size_t at = 8; at < kLength; at += 8) {
    std::swap_ranges(bytes, bytes + 8, bytes + at);
    EXPECT_NE(checksum(bytes, kLength), before) << at;
    std::swap_ranges(bytes, bytes + 8, bytes + at);
  }
  EXPECT_NE(checksum(bytes, kLength - 1), before);
  EXPECT_NE(checksum(bytes, 0), checksum(bytes, 1));
}

TEST(Serialize, An_array_longer_than_the_bytes_is_bad_data_and_allocates_nothing) {
  for (const u64 count : {u64{2}, u64{1} << 32, u64{1} << 61, ~u64{0}}) {
    Array<u8> bytes;
    ByteWriter writer(bytes);
    writer.value(count);
    writer.value(u64{5});
    ASSERT_TRUE(writer.finish().ok());
    ByteReader reader(bytes.data(), bytes.size());
    Array<u64> read;
    const FailingAllocations failing(0, AllocationFailure::kThisAndLater);
    EXPECT_FALSE(reader.array(read));
    EXPECT_EQ(reader.status().code, StatusCode::kBadData) << count;
    EXPECT_FALSE(failing.triggered());
    EXPECT_TRUE(read.empty());
  }
}

TEST(Serialize, The_first_fault_is_kept_and_later_values_are_zero) {
  const Array<u8> bytes = sample(1);
  ByteReader reader(bytes.data(), bytes.size());
  EXPECT_FALSE(reader.require(false));
  EXPECT_FALSE(reader.require_memory(false));
  u32 value = 99;
  EXPECT_FALSE(reader.value(value));
  EXPECT_EQ(value, 0u);
  EXPECT_FALSE(reader.ok());
  EXPECT_EQ(reader.status().code, StatusCode::kBadData);
}

TEST(Serialize, A_failed_allocation_is_distinguished_from_bad_data) {
  const Array<u8> bytes = sample(1);
  ByteReader reader(bytes.data(), bytes.size());
  u32 first = 0;
  Array<u16> halves;
  reader.value(first);
  const FailingAllocations failing(0, AllocationFailure::kThisAndLater);
  EXPECT_FALSE(reader.array(halves));
  EXPECT_EQ(reader.status().code, StatusCode::kOutOfMemory);
}

TEST(Serialize, A_writer_reports_a_failed_allocation_at_the_end) {
  for (u32 skip = 0; skip < 4; ++skip) {
    const FailingAllocations failing(skip, AllocationFailure::kThisAndLater);
    Array<u8> bytes;
    ByteWriter writer(bytes);
    for (u64 i = 0; i < 10000; ++i) writer.value(i);
    EXPECT_TRUE(writer.failed());
    EXPECT_EQ(writer.finish().code, StatusCode::kOutOfMemory);
  }
}

TEST(Serialize, An_empty_payload_is_sound) {
  Array<u8> bytes;
  ByteWriter writer(bytes);
  writer.array(Array<u32>());
  ASSERT_TRUE(writer.finish().ok());
  ByteReader reader(bytes.data(), bytes.size());
  Array<u32> read;
  EXPECT_TRUE(reader.array(read));
  EXPECT_TRUE(reader.finish());
  ByteReader of_nothing(nullptr, 0);
  EXPECT_EQ(of_nothing.status().code, StatusCode::kBadData);
}

}  // namespace
}  // namespace sapwood::test
