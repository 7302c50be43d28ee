// Bodies of a world, by id, and their changes.
//
// There are two copies of every box. `bounds` belongs to the caller, who writes there and calls
// touch(). `box` is the valid copy that the world uses. apply_bounds() copies all touched bounds to
// the boxes. If some touched bounds are invalid, it copies nothing.
//
// Invariants: an id is in the list touched_ exactly if its flag kTouched is set. The same holds for
// stale_ and kStale, and for changed_ and the flags kChanged or kReplaced. Each of these lists has
// memory for all ids, so only add() allocates memory. Free ids have boxes of zeros and the default
// filter.
//
// Each body has a birth mark: a hash of the calls up to the call that added it. Bodies with the
// same id and the same mark are the same body, also in different worlds and after a snapshot was
// loaded. Worlds that receive the same calls write the same snapshots. Memory: 55 bytes per body in
// 2D, 71 in 3D.
#pragma once

#include "sapwood/core/filter.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/core/serialize.hpp"

namespace sapwood::world {

enum class Layer : u8 {
  kDynamic,
  kStatic,  // never tested against other static bodies
  kSensor,  // has the pairs of a dynamic body; queries can exclude it
};
inline constexpr u32 kLayerCount = 3;
// Set of all layers. Bit 1 << layer stands for one layer.
inline constexpr u32 kAllLayers = 7;
constexpr u32 layer_bit(Layer layer) { return 1u << static_cast<u32>(layer); }

// State of a body in one byte. The two lowest bits are its layer.
enum : u8 {
  kLayerBits = 3,
  kAsleep = 4,
  kChanged = 8,    // box, filter or existence, since the last step
  kReplaced = 16,  // a body that had this id was removed since the last step
  kTouched = 32,
  kStale = 64,        // the indices do not have the current state
  kRefiltered = 128,  // the indices do not have the current filter
  kKeptFlags = 31,    // flags that are saved in a snapshot
};

template <int Dim>
class Bodies {
 public:
  using Box = Aabb<Dim>;

  u32 size() const { return ids_.size(); }
  u32 end() const { return ids_.end(); }
  bool has(Id id) const { return ids_.has(id); }
  Id next(Id from) const { return ids_.next(from); }

  const Box& box(Id id) const { return boxes_[id]; }
  const Filter& filter(Id id) const { return filters_[id]; }
  Layer layer(Id id) const { return static_cast<Layer>(flags_[id] & kLayerBits); }
  bool is_static(Id id) const { return layer(id) == Layer::kStatic; }
  bool any(Id id, u8 flags) const { return (flags_[id] & flags) != 0; }
  Box* bounds() { return bounds_.data(); }

  const Array<Id>& changed() const { return changed_; }
  const Array<Id>& stale() const { return stale_; }
  size_t byte_length() const {
    return ids_.byte_length() + bounds_.byte_length() + boxes_.byte_length() +
           filters_.byte_length() + births_.byte_length() + flags_.byte_length() +
           touched_.byte_length() + changed_.byte_length() + stale_.byte_length();
  }

  // Releases unneeded memory. Keeps the memory of all ids that were ever in use, because their
  // birth marks are still needed.
  [[gnu::cold, gnu::noinline]] void shrink() {
    flags_.shrink();
    // all lists must have the same capacity as flags_
    if (flags_.capacity() != flags_.size()) return;
    bounds_.shrink();
    boxes_.shrink();
    filters_.shrink();
    births_.shrink();
    touched_.shrink(flags_.size());
    changed_.shrink(flags_.size());
    stale_.shrink(flags_.size());
    ids_.shrink();
  }

  // Reserves memory for `count` bodies. The bounds of a body are zeros until the body is added.
  [[nodiscard]] bool reserve_bodies(u32 count) {
    if (!reserve_lists(count) || !bounds_.resize(count, Box{})) return false;
    bounds_.clear();
    return true;
  }

  // Adds an awake body. The box must be valid. Returns the id of the body, or kNone if allocation
  // fails.
  Id add(const Box& box, const Filter& filter, Layer layer) {
    if (size() == end() && !reserve(end() + 1)) return kNone;
    const Id id = ids_.acquire();
    if (id == flags_.size()) extend();
    bounds_[id] = boxes_[id] = box;
    filters_[id] = filter;
    flags_[id] = static_cast<u8>((flags_[id] & ~kKeptFlags) | (flags_[id] & kReplaced) |
                                 static_cast<u8>(layer) | kRefiltered);
    births_[id] = record_birth(id, layer);
    record_changed(id);
    return id;
  }

  // Removes a body. Keeps its birth mark until the id is used again, because a snapshot can restore
  // the body.
  void remove(Id id) {
    record_changed(id);
    record_call(u64{id} << 8 | kRemoved);
    ids_.release(id);
    flags_[id] = static_cast<u8>((flags_[id] & (kTouched | kStale)) | kReplaced | kRefiltered);
    bounds_[id] = boxes_[id] = Box{};
    filters_[id] = Filter{};
  }

  void set_bounds(Id id, const Box& box) {
    bounds_[id] = box;
    touch(id);
  }
  void touch(Id id) {
    if (any(id, kTouched)) return;
    flags_[id] |= kTouched;
    touched_.push_unchecked(id);
  }

  // Copies the touched bounds to the boxes and returns kNone. Bodies whose box changes wake up. If
  // some bounds are invalid, changes no box and returns the id of the first body with invalid
  // bounds.
  Id apply_bounds() {
    for (const Id id : touched_) {
      clamp_infinite(bounds_[id]);
      if (has(id) && !is_valid(bounds_[id])) return id;
    }
    for (const Id id : touched_) {
      flags_[id] &= static_cast<u8>(~kTouched);
      if (!has(id) || same_bits(boxes_[id], bounds_[id])) continue;
      boxes_[id] = bounds_[id];
      record_moved(id);
    }
    touched_.clear();
    return kNone;
  }

  void set_filter(Id id, const Filter& filter) {
    if (filters_[id] == filter) return;
    filters_[id] = filter;
    flags_[id] |= kRefiltered;
    record_moved(id);
  }

  // Sets the layer of a body. Wakes the body if its layer changes.
  void set_layer(Id id, Layer layer) {
    if (this->layer(id) == layer) return;
    flags_[id] = static_cast<u8>((flags_[id] & ~kLayerBits) | static_cast<u8>(layer));
    record_moved(id);
  }

  // Puts a body to sleep, or wakes it. Has no effect on static bodies, which are always at rest.
  void set_asleep(Id id, bool asleep) {
    if (is_static(id) || any(id, kAsleep) == asleep) return;
    flags_[id] ^= kAsleep;
    record_stale(id);
  }

  // Adds a step to the hash of the calls, from which birth marks are computed.
  void record_step() { record_call(kStepped); }
  // Ends a step. Changed bodies that are asleep become stale (their index is out of date), so that
  // they can move to the index of sleeping bodies.
  void forget_changes() {
    for (const Id id : changed_) {
      flags_[id] &= static_cast<u8>(~(kChanged | kReplaced));
      if (any(id, kAsleep)) record_stale(id);
    }
    changed_.clear();
  }
  // Removes ids from the list stale_, except at the positions for which stays(position) is true.
  template <class Stays>
  void forget_stale(Stays&& stays) {
    size_t kept = 0;
    for (size_t i = 0; i < stale_.size(); ++i) {
      const Id id = stale_[i];
      if (stays(i)) {
        stale_[kept++] = id;
      } else {
        flags_[id] &= static_cast<u8>(~(kStale | kRefiltered));
      }
    }
    stale_.truncate(kept);
  }

  // Subtracts a vector from all boxes. Returns false, and changes nothing, if a box would leave the
  // range of coordinates. Rounding may separate or join boxes, so all bodies that are not static
  // count as changed. Requires apply_bounds().
  bool shift(const Point<Dim>& by) {
    for (Id id = next(0); id != kNone; id = next(id + 1)) {
      if (!is_valid(shifted(boxes_[id], by))) return false;
    }
    for (Id id = next(0); id != kNone; id = next(id + 1)) {
      bounds_[id] = boxes_[id] = shifted(boxes_[id], by);
      record_stale(id);
      if (!is_static(id)) record_changed(id);
    }
    return true;
  }

  // Writes the hash of the calls, the live ids, 1 byte of flags per id, birth marks and boxes of
  // live bodies and, if some filter is not the default, the filters.
  void save(ByteWriter& writer) const {
    writer.value(calls_);
    ids_.save(writer);
    for (Id id = 0; id < end();) {
      u8 kept[kBlock];
      u32 count = 0;
      for (; count < kBlock && id < end(); ++id) kept[count++] = flags_[id] & kKeptFlags;
      writer.words(kept, count);
    }
    const u32 filtered = any_filter() ? 1 : 0;
    writer.value(filtered);
    save_live(writer, births_);
    save_live(writer, boxes_);
    if (filtered == 1) save_live(writer, filters_);
  }
  // Reads saved bodies, for adopt(). Marks the reader as bad if the data is invalid.
  void load(ByteReader& reader) {
    reader.value(calls_);
    ids_.load(reader);
    if (!reader.ok() || !reader.require(reader.left() >= end()) ||
        !reader.require_memory(flags_.resize(end()) && boxes_.resize(end()) &&
                               filters_.resize(end()) && births_.resize(end()))) {
      return;
    }
    u32 filtered = 0;
    reader.words(flags_.data(), end());
    reader.value(filtered);
    reader.require(filtered <= 1);
    reader.words(births_.data(), size());
    reader.words(boxes_.data(), size());
    reader.words(filters_.data(), filtered * size());
    // values were read without gaps: move each value to the index of its id, last value first
    u32 rank = size();
    for (Id id = end(); id-- > 0 && reader.ok();) {
      const bool live = has(id);
      rank -= live ? 1 : 0;
      births_[id] = live ? births_[rank] : 0;
      boxes_[id] = live ? boxes_[rank] : Box{};
      filters_[id] = live && filtered == 1 ? filters_[rank] : Filter{};
      reader.require(live ? is_sound_body(id) : (flags_[id] & ~kReplaced) == 0);
    }
  }
  // Returns whether a pair can contain this id: the id is live, or its body was removed since the
  // last step.
  bool is_known(Id id) const { return has(id) || any(id, kReplaced); }

  // Replaces the current state with the state of loaded bodies. Bodies whose state changes become
  // stale (their index is out of date). `replaced_ids` receives the live ids whose loaded body is
  // not the body that last had this id. Returns false, and changes nothing, if allocation fails.
  [[nodiscard]] bool adopt(Bodies& other, Array<Id>& replaced_ids) {
    replaced_ids.clear();
    if (!reserve(other.end()) || !replaced_ids.reserve(other.size())) return false;
    while (flags_.size() < other.end()) extend();
    touched_.clear();
    changed_.clear();
    for (Id id = 0; id < flags_.size(); ++id) {
      const bool known = id < other.end();
      const bool live = other.has(id);
      const u8 kept = known ? other.flags_[id] : 0;
      const Box box = known ? other.boxes_[id] : Box{};
      const Filter filter = known ? other.filters_[id] : Filter{};
      const bool same =
          has(id) == live && ((flags_[id] ^ kept) & kPlaceFlags) == 0 && same_bits(boxes_[id], box);
      flags_[id] = static_cast<u8>((flags_[id] & (kStale | kRefiltered)) | kept |
                                   (filters_[id] == filter ? 0 : kRefiltered));
      bounds_[id] = boxes_[id] = box;
      filters_[id] = filter;
      if (live && births_[id] != other.births_[id]) {
        births_[id] = other.births_[id];
        replaced_ids.push_unchecked(id);
      }
      if (!same || any(id, kRefiltered)) record_stale(id);
      if ((kept & (kChanged | kReplaced)) != 0) changed_.push_unchecked(id);
    }
    std::swap(ids_, other.ids_);
    calls_ = other.calls_;
    return true;
  }

 private:
  static constexpr u32 kBlock = 256;
  enum : u8 { kStepped = 1, kRemoved, kAdded };  // calls that birth marks depend on
  static constexpr u8 kPlaceFlags = kLayerBits | kAsleep | kChanged;  // determine a body's index

  // Returns whether all bits are equal, so zeros of different signs are different. A call of memcmp
  // would cost more than this comparison.
  static bool same_bits(const Box& a, const Box& b) {
    u64 words[2][Dim];
    static_assert(sizeof(Box) == sizeof(words[0]));
    std::memcpy(words[0], &a, sizeof(Box));
    std::memcpy(words[1], &b, sizeof(Box));
    u64 difference = 0;
    for (int i = 0; i < Dim; ++i) difference |= words[0][i] ^ words[1][i];
    return difference == 0;
  }

  [[nodiscard]] bool reserve(u32 count) {
    if (count <= flags_.capacity()) return ids_.reserve(count);
    return reserve_lists(count + count / 2 + 16);
  }
  [[nodiscard]] bool reserve_lists(u32 count) {
    // The largest arrays come first, so that an excessive count fails immediately. Flags come last,
    // because the capacity of flags_ is the capacity of all lists.
    return bounds_.reserve(count) && boxes_.reserve(count) && ids_.reserve(count) &&
           filters_.reserve(count) && births_.reserve(count) && touched_.reserve(count) &&
           changed_.reserve(count) && stale_.reserve(count) && flags_.reserve(count);
  }
  void extend() {
    bounds_.push_unchecked(Box{});
    boxes_.push_unchecked(Box{});
    filters_.push_unchecked(Filter{});
    births_.push_unchecked(0);
    flags_.push_unchecked(0);
  }

  // Adds a word to the hash of the calls. Two different sequences of words have the same hash with
  // a probability of about 2^-64.
  [[gnu::noinline]] void record_call(u64 word) {
    calls_ = (calls_ ^ word) * 0x9E3779B97F4A7C15u;
    calls_ ^= calls_ >> 32;
  }
  u64 record_birth(Id id, Layer layer) {
    u64 words[Dim];
    std::memcpy(words, &boxes_[id], sizeof(Box));
    for (const u64 word : words) record_call(word);
    record_call(u64{filters_[id].category} << 32 | filters_[id].mask);
    record_call(u64{id} << 8 | static_cast<u32>(layer) << 4 | kAdded);
    return calls_;
  }

  void record_stale(Id id) {
    if (any(id, kStale)) return;
    flags_[id] |= kStale;
    stale_.push_unchecked(id);
  }
  void record_changed(Id id) {
    record_stale(id);
    if (!any(id, kChanged | kReplaced)) changed_.push_unchecked(id);
    flags_[id] |= kChanged;
  }
  void record_moved(Id id) {
    flags_[id] &= static_cast<u8>(~kAsleep);
    record_changed(id);
  }

  // Writes the values of live ids, one run of consecutive ids at a time.
  template <class T>
  void save_live(ByteWriter& writer, const Array<T>& values) const {
    for (Id id = next(0); id != kNone;) {
      const Id first = id++;
      while (has(id)) ++id;
      writer.words(values.data() + first, id - first);
      id = next(id);
    }
  }

  bool any_filter() const {
    for (Id id = 0; id < end(); ++id) {
      if (!(filters_[id] == Filter{})) return true;
    }
    return false;
  }
  bool is_sound_body(Id id) const {
    return (flags_[id] & ~kKeptFlags) == 0 && (flags_[id] & kLayerBits) < kLayerCount &&
           is_valid(boxes_[id]);
  }

  IdPool ids_;
  u64 calls_ = 0;      // hash of all calls that add or remove a body, and of steps
  Array<Box> bounds_;  // these five are indexed by id, up to the highest id ever used
  Array<Box> boxes_;
  Array<Filter> filters_;
  Array<u64> births_;  // a free id keeps the mark of its last body
  Array<u8> flags_;
  Array<Id> touched_;
  Array<Id> changed_;
  Array<Id> stale_;
};

}  // namespace sapwood::world
