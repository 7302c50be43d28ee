// Handle<S>: the whole untyped interface over one structure; inspection and keeping verbs.
#pragma once

#include <new>
#include <string>

#include "sapwood/structures.hpp"
#include "tuning_handle.hpp"

namespace sapwood::bindings {

// Stable name of a structure in serialised bytes: FNV-1a over its id.
constexpr u32 structure_tag(std::string_view id) {
  u32 hash = 2166136261u;
  for (const char letter : id) hash = (hash ^ static_cast<u8>(letter)) * 16777619u;
  return hash;
}

// Begins the payload of every serialised index; option values and content follow.
struct IndexPrelude {
  u32 structure;
  u32 dimensions;
  u32 option_count;
  u32 tail;  // bytes of the tail: the package's core.ts puts them where they stay
};
inline constexpr size_t kPreludeAt = sizeof(SerialHeader);

template <class S>
class Handle final : public TuningHandle<S> {
 public:
  using Base = TuningHandle<S>;
  using Base::Base;
  using Base::kDim;
  using Options = typename S::Options;

  // Option values as doubles in the scratch buffer, in the order of describe(). Null when one is
  // out of range, when they do not fit together, or when memory is short.
  static Handle* create(u32 count) {
    Options options;
    const auto* values = Base::template scratch<f64>(count);
    if (values == nullptr && count != 0) return nullptr;
    OptionParser parser({values, count});
    options.describe(parser);
    const bool sound = parser.ok() && fit_together(options);
    return sound ? new (std::nothrow) Handle(options) : nullptr;
  }

  u32 address() const {
    return static_cast<u32>(reinterpret_cast<uintptr_t>(static_cast<const AnyIndex*>(this)));
  }

  IndexStats stats() {
    (void)settle(index_);
    IndexStats stats = index_.stats();
    stats.byte_length = this->byte_length();
    return stats;
  }

  // Broken invariants, one a line; empty when sound.
  std::string validate() {
    Faults faults;
    (void)settle(index_);
    index_.validate(faults);
    std::string text;
    for (const std::string& line : faults.lines()) text += (text.empty() ? "" : "\n") + line;
    return text;
  }

  i32 box_of(Id id) override {
    start();
    if (!this->has(id)) return answer(Status::invalid_id(0));
    Array<f32>& out = results().distances;
    if (!out.reserve(2 * kDim)) return answer(Status::out_of_memory());
    const Aabb<kDim>& box = index_.items().box(id);
    for (const f32 value : box.min) out.push_unchecked(value);
    for (const f32 value : box.max) out.push_unchecked(value);
    return Base::finish(Status::success(), 0);
  }

  i32 list_ids() override {
    start();
    const auto& items = index_.items();
    Array<u32>& ids = results().ids;
    if (!ids.reserve(items.size())) return answer(Status::out_of_memory());
    for (Id id = items.first(); id != kNone; id = items.next(id)) ids.push_unchecked(id);
    return Base::finish(Status::success(), ids.size());
  }

  i32 dump() override {
    start();
    Status status = settle(index_);
    if (status.ok()) status = index_.dump(results().dump);
    results().publish_dump();
    return Base::finish(status, results().dump.level.size());
  }

  i32 serialize() override {
    start();
    if (Status status = settle(index_); !status.ok()) return answer(status);
    Options options = index_.options();
    OptionValues values;
    options.describe(values);
    ByteWriter writer(results().bytes);
    writer.value(
        IndexPrelude{structure_tag(S::kId), kDim, static_cast<u32>(values.values().size()), 0});
    writer.words(values.values().data(), values.values().size());
    index_.save(writer);
    return finish_bytes(writer);
  }

  // Bytes in the scratch buffer, their tail apart; that is gone afterwards. The index is replaced
  // only when all of them are sound.
  i32 load(u32 length) override {
    const i32 loaded = load_parts(length, results().tail);
    results().tail.release();
    return loaded;
  }

  i32 option_values() override {
    Options options = index_.options();
    OptionValues values;
    options.describe(values);
    const auto list = values.values();
    std::copy(list.begin(), list.end(), results().options);
    return Base::finish(Status::success(), list.size());
  }

  Id next_item(Id from) const override {
    const auto& items = index_.items();
    return from == 0 ? items.first() : items.next(from - 1);
  }
  BoxArgument item_box(Id id) const override {
    BoxArgument out{};
    const Aabb<kDim>& box = index_.items().box(id);
    for (int axis = 0; axis < kDim; ++axis) {
      out.v[axis] = box.min[axis];
      out.v[kDim + axis] = box.max[axis];
    }
    return out;
  }
  Filter item_filter(Id id) const override { return index_.items().filter(id); }

 private:
  using Base::counters_;
  using Base::index_;
  using Base::start;

  // The tail stays in the index; its length goes into the prelude.
  i32 finish_bytes(ByteWriter& writer) {
    Results& out = results();
    out.block.tail = static_cast<u32>(reinterpret_cast<uintptr_t>(writer.tail_data()));
    out.block.tail_bytes = static_cast<u32>(writer.tail_bytes());
    if (!writer.failed()) {
      std::memcpy(out.bytes.data() + kPreludeAt + offsetof(IndexPrelude, tail),
                  &out.block.tail_bytes, sizeof(u32));
    }
    return Base::finish(writer.finish_apart(), 0);
  }

  i32 load_parts(u32 length, Array<u8>& tail) {
    start();
    const auto* bytes = Base::template scratch<u8>(length);
    if (bytes == nullptr) return answer(Status::bad_data());
    ByteReader reader(bytes, length, tail);
    Options options;
    if (!read_prelude(reader, options)) return answer(reader.status());
    S loaded(options);
    loaded.load(reader);
    if (!reader.finish()) return answer(reader.status());
    if (Status status = settle(loaded); !status.ok()) return answer(status);
    if constexpr (!LoadsSound<S>) {
      Faults faults;
      loaded.validate(faults);
      if (!faults.empty()) return answer(Status::bad_data());
    }
    index_ = std::move(loaded);
    return 0;
  }

  static bool read_prelude(ByteReader& reader, Options& options) {
    IndexPrelude prelude;
    if (!reader.value(prelude)) return false;
    if (!reader.require(prelude.structure == structure_tag(S::kId) && prelude.dimensions == kDim &&
                        prelude.option_count <= OptionValues::kMost)) {
      return false;
    }
    f64 values[OptionValues::kMost];
    if (!reader.words(values, prelude.option_count)) return false;
    OptionParser parser({values, prelude.option_count});
    options.describe(parser);
    return reader.require(parser.ok() && fit_together(options));
  }
};

}  // namespace sapwood::bindings
