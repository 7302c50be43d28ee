// Items of an index: exact float32 boxes, filters and the set of live ids.
//
// Nodes refer to items by id, and every result is checked against the box stored here. Ids are
// dense: a build assigns 0 .. n - 1, and insert takes the smallest free id. Filters use memory only
// if some item has a filter other than the default.
#pragma once

#include "sapwood/base/array.hpp"
#include "sapwood/base/id_pool.hpp"
#include "sapwood/base/status.hpp"
#include "sapwood/core/filter.hpp"
#include "sapwood/geometry/aabb.hpp"
#include "sapwood/simd/f32x4.hpp"

namespace sapwood {

// Returns true if all boxes of a flat array are valid. One load reads the minima of a box and
// another load its maxima, in the first Dim lanes. The other lanes read past the box, so one more
// box must follow in memory after these `count` boxes.
template <int Dim>
bool all_valid(const Aabb<Dim>* boxes, u32 count) {
  constexpr u32 kAxes = (1u << Dim) - 1;
  const auto least = simd::F32x4::splat(-kMaxCoordinate);
  const auto most = simd::F32x4::splat(kMaxCoordinate);
  simd::Mask4 sound = simd::first_lanes(Dim);
  const f32* at = reinterpret_cast<const f32*>(boxes);
#pragma GCC unroll 4
  for (u32 i = 0; i < count; ++i, at += 2 * Dim) {
    const auto low = simd::F32x4::load(at);
    const auto high = simd::F32x4::load(at + Dim);
    const simd::Mask4 within = simd::mask_and(simd::ge(low, least), simd::le(high, most));
    sound = simd::mask_and(sound, simd::mask_and(within, simd::le(low, high)));
  }
  return simd::bits(sound) == kAxes;
}

// Returns the index of the first box that is_valid() rejects, or `count`.
template <int Dim>
u32 first_invalid(const Aabb<Dim>* boxes, u32 count) {
  constexpr u32 kBlock = 256;
  u32 begin = 0;
  while (begin + 1 < count) {
    const u32 left = count - 1 - begin;
    const u32 block = left < kBlock ? left : kBlock;
    if (!all_valid(boxes + begin, block)) break;
    begin += block;
  }
  while (begin < count && is_valid(boxes[begin])) ++begin;
  return begin;
}

// Clamps the infinite sides of a caller's boxes. Returns the index of the first box that is still
// invalid, or `count`.
template <int Dim>
u32 clamp_and_find_invalid(Aabb<Dim>* boxes, u32 count) {
  u32 at = first_invalid(boxes, count);
  for (; at < count; ++at) {
    clamp_infinite(boxes[at]);
    if (!is_valid(boxes[at])) break;
  }
  return at;
}

// Ids whose item was removed since the last comparison of pairs (core/pair_changes.hpp). If such an
// id is live again, it belongs to a different item, even if the box is the same.
class RenewedIds {
 public:
  [[nodiscard]] bool reserve(u32 count) {
    const size_t words = count / 64 + (count % 64 != 0);
    return words <= bits_.size() || bits_.resize(words, 0);
  }
  // Adds an id. Requires reserve().
  void record(Id id) { bits_[id >> 6] |= u64{1} << (id & 63); }
  void record_all() { all_ = true; }

  bool has(Id id) const {
    if (all_) return true;
    const size_t word = id >> 6;
    return word < bits_.size() && (bits_[word] >> (id & 63) & 1) != 0;
  }
  void forget() {
    all_ = false;
    for (u64& word : bits_) word = 0;
  }

  // Replaces the ids of this set by the ids of `old`, the set of the item store that is being
  // replaced.
  void take_over(RenewedIds& old) {
    if (bits_.size() < old.bits_.size()) {
      bits_.swap(old.bits_);
    } else {
      for (size_t word = 0; word < old.bits_.size(); ++word) bits_[word] = old.bits_[word];
    }
    all_ = old.all_;
  }

  size_t byte_length() const { return bits_.byte_length(); }
  // Frees unused memory. Requires that live ids are below `id_end`.
  [[gnu::cold, gnu::noinline]] void shrink(u32 id_end) {
    const size_t words = id_end / 64 + (id_end % 64 != 0);
    while (bits_.size() > words && (all_ || bits_.back() == 0)) bits_.pop_back();
    bits_.shrink();
  }

 private:
  Array<u64> bits_;
  bool all_ = true;  // all ids count as renewed, such as before the first comparison
};

template <int Dim>
class ItemStore {
 public:
  using Box = Aabb<Dim>;

  u32 size() const { return ids_.size(); }
  // Returns one above the highest id in use since the last build. Arrays by id have this length.
  u32 id_end() const { return ids_.end(); }
  bool has(Id id) const { return ids_.has(id); }
  // first() and next() iterate over the live ids in ascending order. They return kNone at the end.
  Id first() const { return ids_.next(0); }
  Id next(Id id) const { return ids_.next(id + 1); }
  bool dense() const { return ids_.size() == ids_.end(); }

  const Box& box(Id id) const { return boxes_[id]; }
  const Box* boxes() const { return boxes_.data(); }
  void set_box(Id id, const Box& box) { boxes_[id] = box; }

  // Returns true if the item that had this id at the last call of forget_renewed() has since been
  // removed by remove(), by clear(), or by a build of fewer items. Item i of a build counts as the
  // same item as the old item i. A store has only one set of renewed ids, so only one comparison of
  // pairs can use it.
  bool renewed(Id id) const { return renewed_.has(id); }
  void forget_renewed() const { renewed_.forget(); }

  bool filtered() const { return filtered_; }
  Filter filter(Id id) const { return filtered() ? filters_[id] : Filter{}; }
  bool accepts(Id id, const Filter& query) const { return filter(id).accepts(query); }
  bool accepts_pair(Id a, Id b) const { return !filtered() || filters_[a].accepts(filters_[b]); }

  // Clamps infinite sides. Returns kInvalidBox with the index of the first invalid box, if any.
  static Status check(Box* boxes, u32 count) {
    const u32 faulty = clamp_and_find_invalid(boxes, count);
    return faulty == count ? Status::success() : Status::invalid_box(faulty);
  }

  [[nodiscard]] bool reserve(u32 count) {
    if (!ids_.reserve(count) || !boxes_.reserve(count) || !renewed_.reserve(count)) return false;
    return !filtered() || filters_.reserve(count);
  }
  [[nodiscard]] bool reserve_one(const Filter& filter) {
    const size_t extra = boxes_.size() == id_end() ? 1 : 0;
    if (!boxes_.reserve_more(extra) || (filtered() && !filters_.reserve_more(extra))) return false;
    const u32 room = static_cast<u32>(boxes_.capacity());
    if (!ids_.reserve(room) || !renewed_.reserve(room)) return false;
    return filter == Filter{} || reserve_filters();
  }

  // Replaces all items by `count` items with ids 0 .. count - 1. Requires reserve(count). The boxes
  // must be valid and must not alias this store.
  void assign(const Box* boxes, u32 count) {
    record_removed_from(count);
    ids_.assign(count);
    drop_filters();
    boxes_.clear();
    if (count != 0) std::memcpy(boxes_.data(), boxes, count * sizeof(Box));
    boxes_.extend_unchecked(count);
    shrunk_at_ = kNone;
  }

  // Prepares this newly built store to replace `old`, by copying the set of renewed ids. Cannot
  // fail.
  void take_over(ItemStore& old) {
    old.record_removed_from(id_end());
    renewed_.take_over(old.renewed_);
  }

  // Inserts an item and returns its id. Requires reserve_one().
  Id insert(const Box& box, const Filter& filter) {
    const Id id = ids_.acquire();
    if (id == boxes_.size()) {
      boxes_.push_unchecked(box);
      if (filtered()) filters_.push_unchecked(filter);
    } else {
      boxes_[id] = box;
      if (filtered()) filters_[id] = filter;
    }
    return id;
  }

  // Removes an item. Its box becomes inverted, so that no test accepts it.
  void remove(Id id) {
    ids_.release(id);
    renewed_.record(id);
    boxes_[id] = empty_box<Dim>();
    ++removals_;
  }

  // Returns true if an index should shrink because it has memory for more than 4 times its items.
  // Shrinking iterates over all ids, and frees nothing if the highest ids are live. It is therefore
  // repeated only after the number of items has fallen to a quarter, or after `room / 2` removals.
  bool sparse() const {
    const u32 room = static_cast<u32>(boxes_.capacity());
    return room / kSparseFactor > size() && boxes_.byte_length() > kMinSparseBytes &&
           (shrunk_at_ / kSparseFactor > size() || removals_ >= room / 2);
  }
  // Frees unneeded memory. Lowers id_end() to one above the highest live id; the caller must
  // shorten its arrays by id to this length. Frees the filters if all of them are the default.
  [[gnu::cold, gnu::noinline]] void shrink() {
    ids_.lower_end();
    trim();
  }
  // Frees unneeded memory without changing id_end().
  [[gnu::cold, gnu::noinline]] void trim() {
    Id id = first();
    while (filtered_ && id != kNone && filters_[id] == Filter{}) id = next(id);
    if (id == kNone) drop_filters();
    ids_.shrink();
    boxes_.shrink_to(id_end());
    filters_.shrink_to(id_end());
    renewed_.shrink(id_end());
    shrunk_at_ = size();
    removals_ = 0;
  }

  [[nodiscard]] bool reserve_filters() {
    if (filtered()) return true;
    Array<Filter> filters;
    if (!filters.reserve(boxes_.capacity()) || !filters.resize(boxes_.size(), Filter{}))
      return false;
    filters_.swap(filters);
    filtered_ = true;
    return true;
  }
  void set_filter(Id id, const Filter& filter) { filters_[id] = filter; }
  Status change_filter(Id id, const Filter& filter) {
    if (!reserve_filters()) return Status::out_of_memory();
    set_filter(id, filter);
    return Status::success();
  }

  void clear() {
    ids_.clear();
    renewed_.record_all();
    boxes_.clear();
    drop_filters();
  }

  size_t byte_length() const {
    return ids_.byte_length() + boxes_.byte_length() + filters_.byte_length() +
           renewed_.byte_length();
  }

  template <class Writer>
  void save(Writer& writer) const {
    ids_.save(writer);
    writer.tail(boxes_);
    writer.value(static_cast<u32>(filtered_));
    if (filtered_) writer.array(filters_);
  }

  // Reads data written by save(). Marks the reader as failed if the data is invalid.
  template <class Reader>
  void load(Reader& reader) {
    u32 filtered = 0;
    ids_.load(reader);
    renewed_.record_all();
    if (!reader.require_memory(renewed_.reserve(id_end()))) return;
    reader.tail(boxes_, id_end());
    reader.value(filtered);
    filtered_ = filtered == 1;
    if (filtered_) reader.array(filters_);
    reader.require(filtered <= 1);
    reader.require(!filtered_ || filters_.size() == id_end());
    if (!reader.ok()) return;
    if (dense()) {
      reader.require(check(boxes_.data(), size()).ok());
      return;
    }
    for (Id id = 0; id < id_end(); ++id) {
      if (has(id)) {
        reader.require(is_valid(boxes_[id]));
      } else {
        boxes_[id] = empty_box<Dim>();
      }
    }
  }

 private:
  void record_removed_from(Id first) {
    for (Id id = ids_.next(first); id != kNone; id = ids_.next(id + 1)) renewed_.record(id);
  }
  void drop_filters() {
    filters_.release();
    filtered_ = false;
  }

  IdPool ids_;
  Array<Box> boxes_;       // by id, length id_end()
  Array<Filter> filters_;  // by id, used while filtered_
  bool filtered_ = false;
  u32 shrunk_at_ = kNone;       // number of items at the last trim(), or kNone after a build
  u32 removals_ = 0;            // number of removals since the last trim()
  mutable RenewedIds renewed_;  // mutable, because it belongs to the comparison of pairs
};

}  // namespace sapwood
