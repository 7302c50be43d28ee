// Set of live ids. acquire() always returns the smallest free id.
//
// The pool has six levels of 64-bit words. Level 0 has one bit per id (1 = live). A bit of level k
// + 1 is set if the corresponding word of level k is full. Six levels are enough for ids up to 2^32
// - 2. acquire() and release() access at most one word per level. Memory: 1 + 1/64 + … bits per id.
#pragma once

#include <bit>

#include "sapwood/base/array.hpp"

namespace sapwood {

class IdPool {
 public:
  u32 size() const { return live_; }
  // Returns one more than the highest id that was live since the last call of clear() or
  // lower_end().
  u32 end() const { return end_; }

  bool has(Id id) const { return id < end_ && (levels_[0][id >> 6] >> (id & 63) & 1) != 0; }

  // Reserves memory for ids below `count`, so that acquire() cannot fail. Level 0 grows last. So if
  // level 0 is large enough, all levels are large enough.
  [[nodiscard]] bool reserve(u32 count) {
    size_t words[kLevels] = {words_for(count)};
    if (words[0] <= levels_[0].size()) return true;
    for (u32 k = 1; k < kLevels; ++k) words[k] = (words[k - 1] + 63) / 64;
    for (u32 k = kLevels; k-- > 0;) {
      Array<u64>& level = levels_[k];
      if (!level.resize(words[k] > level.size() ? words[k] : level.size(), 0)) return false;
    }
    return true;
  }

  // Makes ids 0 .. count - 1 live and all others free. Requires reserve(count).
  void assign(u32 count) {
    clear();
    for (Id id = 0; id < count;) {
      const u32 left = count - id;
      levels_[0][id >> 6] = left >= 64 ? ~u64{0} : (u64{1} << left) - 1;
      if (left >= 64) mark_full(id);
      id += left >= 64 ? 64 : left;
    }
    live_ = end_ = count;
  }

  // Acquires the smallest free id. Requires reserve(end() + 1).
  Id acquire() {
    const Id id = live_ == end_ ? end_ : first_free();
    levels_[0][id >> 6] |= u64{1} << (id & 63);
    if (levels_[0][id >> 6] == ~u64{0}) mark_full(id);
    ++live_;
    if (id >= end_) end_ = id + 1;
    return id;
  }

  void release(Id id) {
    SAPWOOD_ASSERT(has(id));
    for (u32 level = 0, at = id; level < kLevels; ++level, at >>= 6) {
      u64& word = levels_[level][at >> 6];
      const bool was_full = word == ~u64{0};
      word &= ~(u64{1} << (at & 63));
      if (!was_full) break;
    }
    --live_;
  }

  // Returns the smallest live id >= `from`, or kNone. To iterate: for (id = next(0); id != kNone;
  // id = next(id + 1)).
  Id next(Id from) const {
    if (from >= end_) return kNone;
    size_t word = from >> 6;
    u64 bits = levels_[0][word] & (~u64{0} << (from & 63));
    while (bits == 0) {
      if (++word > (end_ - 1) >> 6) return kNone;
      bits = levels_[0][word];
    }
    return static_cast<Id>(word * 64 + static_cast<u32>(std::countr_zero(bits)));
  }

  void clear() {
    for (auto& level : levels_) {
      for (u64& word : level) word = 0;
    }
    live_ = end_ = 0;
  }

  // Sets end() to one more than the highest live id.
  void lower_end() {
    while (end_ != 0 && !has(end_ - 1)) {
      end_ = (end_ & 63) == 0 && levels_[0][end_ / 64 - 1] == 0 ? end_ - 64 : end_ - 1;
    }
  }
  [[gnu::cold, gnu::noinline]] void shrink() {
    size_t words = words_for(end_);
    for (Array<u64>& level : levels_) {
      level.shrink_to(words);
      words = (words + 63) / 64;
    }
  }

  size_t byte_length() const {
    size_t bytes = 0;
    for (const auto& level : levels_) bytes += level.byte_length();
    return bytes;
  }

  template <class Writer>
  void save(Writer& writer) const {
    writer.value(end_);
    writer.words(levels_[0].data(), words_for(end_));
  }

  // Marks the reader as failed if allocation fails or the bytes are invalid.
  template <class Reader>
  void load(Reader& reader) {
    u32 end = 0;
    reader.value(end);
    const size_t words = words_for(end);
    if (!reader.require(end != kNone && reader.left() / sizeof(u64) >= words)) return;
    clear();
    if (!reader.require_memory(reserve(end))) return;
    if (!reader.words(levels_[0].data(), words)) return;
    const u32 tail = end & 63;
    if (tail != 0) reader.require((levels_[0][words - 1] >> tail) == 0);
    end_ = end;
    for (size_t word = 0; word < words; ++word) {
      live_ += static_cast<u32>(std::popcount(levels_[0][word]));
      if (levels_[0][word] == ~u64{0}) mark_full(static_cast<Id>(word * 64));
    }
  }

 private:
  static constexpr u32 kLevels = 6;  // 64^6 > 2^32

  // Returns `count` / 64, rounded up. Does not overflow a 32-bit size_t.
  static size_t words_for(u32 count) { return count / 64 + (count % 64 != 0); }

  void mark_full(Id id) {
    u32 at = id >> 6;
    for (u32 level = 1; level < kLevels; ++level, at >>= 6) {
      u64& word = levels_[level][at >> 6];
      word |= u64{1} << (at & 63);
      if (word != ~u64{0}) break;
    }
  }

  // Returns the smallest free id. Follows the first zero bit of each level downward: a zero bit of
  // level k corresponds to a word of level k - 1 that is not full.
  Id first_free() const {
    size_t word = 0;
    for (u32 level = kLevels; level-- > 1;) {
      word = word * 64 + static_cast<u32>(std::countr_one(levels_[level][word]));
    }
    return static_cast<Id>(word * 64 + static_cast<u32>(std::countr_one(levels_[0][word])));
  }

  Array<u64> levels_[kLevels];
  u32 live_ = 0;
  u32 end_ = 0;
};

}  // namespace sapwood
