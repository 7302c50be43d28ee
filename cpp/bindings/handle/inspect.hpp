// The verbs that make an index, look inside, and keep it as bytes.
#pragma once

#include "bind_index.hpp"
#include "sapwood/geometry/plane_tally.hpp"

namespace sapwood::bindings {

template <class S>
Handle<S>* Handle<S>::create(u32 count) {
  Options options;
  const auto* values = scratch<f64>(count);
  if (values == nullptr && count != 0) return nullptr;
  OptionParser parser({values, count});
  if (count != 0) options.describe(parser);
  const bool sound = parser.ok() && fit_together(options);
  return sound ? new (std::nothrow) Handle(options) : nullptr;
}

template <class S>
IndexStats Handle<S>::stats() {
  (void)settle(index_);
  IndexStats stats = index_.stats();
  stats.byte_length = byte_length();
  return stats;
}

template <class S>
std::string Handle<S>::validate() {
  Faults faults;
  (void)settle(index_);
  index_.validate(faults);
  std::string text;
  for (const std::string& line : faults.lines()) text += (text.empty() ? "" : "\n") + line;
  return text;
}

template <class S>
i32 Handle<S>::dump() {
  start();
  Status status = settle(index_);
  if (status.ok()) status = index_.dump(results().dump);
  results().publish_dump();
  return finish(status, results().dump.level.size());
}

template <class S>
i32 Handle<S>::serialize() {
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

template <class S>
i32 Handle<S>::load(u32 length) {
  const i32 loaded = load_parts(length, results().tail);
  results().tail.release();
  return loaded;
}

template <class S>
i32 Handle<S>::option_values() {
  Options options = index_.options();
  OptionValues values;
  options.describe(values);
  const auto list = values.values();
  std::copy(list.begin(), list.end(), results().options);
  return finish(Status::success(), list.size());
}

template <class S>
i32 Handle<S>::finish_bytes(ByteWriter& writer) {
  Results& out = results();
  out.block.tail = static_cast<u32>(reinterpret_cast<uintptr_t>(writer.tail_data()));
  out.block.tail_bytes = static_cast<u32>(writer.tail_bytes());
  if (!writer.failed()) {
    std::memcpy(out.bytes.data() + kPreludeAt + offsetof(IndexPrelude, tail), &out.block.tail_bytes,
                sizeof(u32));
  }
  return finish(writer.finish_apart(), 0);
}

template <class S>
i32 Handle<S>::load_parts(u32 length, Array<u8>& tail) {
  start();
  const auto* bytes = scratch<u8>(length);
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

template <class S>
bool Handle<S>::read_prelude(ByteReader& reader, Options& options) {
  IndexPrelude prelude;
  if (!reader.value(prelude)) return false;
  if (!reader.require(prelude.structure == structure_tag(S::kId) && prelude.dimensions == kDim &&
                      prelude.option_count <= OptionValues::kMax)) {
    return false;
  }
  f64 values[OptionValues::kMax];
  if (!reader.words(values, prelude.option_count)) return false;
  OptionParser parser({values, prelude.option_count});
  options.describe(parser);
  return reader.require(parser.ok() && fit_together(options));
}

template <class S>
i32 Handle<S>::cull_report(f32 x, f32 y, f32 z) {
  start();
  FrustumSearch search;
  if (Status status = read_frustum({{x, y, z}}, search); !status.ok()) return answer(status);
  PlaneOrderReport report;
  IdSink sink{results().ids};
  const TalliedFrustumQuery masked(search.frustum);
  const Status status =
      query_by_planes(index_, masked, search.eye, Filter::any(), counters_, sink, &report);
  const TalliedFrustumQuery unmasked(search.frustum, PlaneMasks::kIgnored);
  QueryCounters ignored;
  (void)index_.traverse_front_to_back(unmasked, search.eye, ignored, nullptr, AnyItemVisitor{});
  ResultBlock& block = results().block;
  block.report[0] = static_cast<f64>(report.steps);
  block.report[1] = static_cast<f64>(report.adjacent_steps);
  block.report[2] = static_cast<f64>(report.inversions);
  block.report[3] = static_cast<f64>(report.fallbacks);
  block.plane_tests[0] = static_cast<f64>(masked.plane_tests());
  block.plane_tests[1] = static_cast<f64>(unmasked.plane_tests());
  return finish(sink.failed ? Status::out_of_memory() : status, sink.out.size());
}

// handle/strategies.hpp
template <class S>
void bind_strategies(const IndexClass<S>& index);

template <class S>
IndexClass<S> bind_index() {
  return IndexClass<S>(class_name<S>().data())
      .class_function("create", &Handle<S>::create, emscripten::allow_raw_pointers())
      .function("address", &Handle<S>::address);
}

template <class S>
void bind_inspection(const IndexClass<S>& index) {
  index.function("stats", &Handle<S>::stats)
      .function("validate", &Handle<S>::validate)
      .function("dump", &Handle<S>::dump);
  if constexpr (PlaneOrdered<S>) index.function("cullReport", &Handle<S>::cull_report);
  bind_strategies<S>(index);
}

}  // namespace sapwood::bindings
