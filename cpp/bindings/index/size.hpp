// Functions of Index<S> that are rarely called, compiled for small size. For each structure, one
// source file contains the macro SAPWOOD_SIZE(Structure) in namespace sapwood::bindings.
#pragma once

#include "index/index.hpp"
#include "sapwood/core/seen_items.hpp"
#include "sapwood/geometry/plane_tally.hpp"
#include "volumes.hpp"

namespace sapwood::bindings {

template <class S>
Index<S>* Index<S>::create(u32 count) {
  Options options;
  const auto* values = scratch<f64>(count);
  if (values == nullptr && count != 0) return nullptr;
  OptionParser parser({values, count});
  if (count != 0) options.describe(parser);
  const bool sound = parser.ok() && are_compatible(options);
  return sound ? make_index<S>(options) : nullptr;
}

template <class S>
void Index<S>::shrink_items() {
  sapwood::shrink(index_);
}

template <class S>
IndexStats Index<S>::stats() {
  (void)flush(index_);
  IndexStats stats = index_.stats();
  stats.byte_length = byte_length();
  return stats;
}

template <class S>
std::string Index<S>::validate() {
  Faults faults;
  (void)flush(index_);
  index_.validate(faults);
  std::string text;
  for (const std::string& line : faults.lines()) text += (text.empty() ? "" : "\n") + line;
  return text;
}

template <class S>
i32 Index<S>::dump() {
  start();
  Status status = flush(index_);
  if (status.ok()) status = index_.dump(results().dump);
  results().publish_dump();
  return finish(status, results().dump.level.size());
}

// Calls the JavaScript visitor with the id of an item, or with kNone for a node. Before the call,
// the result block contains the box, and for a node also its level. The visitor can query the
// index, which changes the counters of the index. So this class has separate counters.
template <int Dim>
class VisitorCalls : public NodeVisitor {
 public:
  explicit VisitorCalls(const ItemStore<Dim>& items) : items_(items), seen_(items.id_end()) {}

  [[nodiscard]] bool ready() const { return seen_.ready(); }
  const QueryCounters& counters() const { return counters_; }

  bool visit_node(const f32* bounds, u32 level) override {
    ++counters_.node_visits;
    std::copy(bounds, bounds + 2 * Dim, results().block.visited);
    results().block.visited[kLevel] = level;
    return call_visitor(nullptr, kNone) != 0;
  }
  bool visit_item(Id id) override {
    if (!seen_.first_time(id)) return true;
    ++counters_.item_tests;
    ++counters_.results;
    const Aabb<Dim> box = items_.box(id);
    for (int axis = 0; axis < Dim; ++axis) {
      results().block.visited[axis] = box.min[axis];
      results().block.visited[Dim + axis] = box.max[axis];
    }
    return call_visitor(nullptr, id) != 0;
  }

 private:
  static constexpr int kLevel = 6;

  const ItemStore<Dim>& items_;
  SeenItems seen_;
  QueryCounters counters_;
};

template <class S>
i32 Index<S>::traverse() {
  start();
  if (Status status = flush(index_); !status.ok()) return to_result(status);
  VisitorCalls<kDim> visitor(index_.items());
  if (!visitor.ready()) return to_result(Status::out_of_memory());
  NodeDump dump(visitor);
  const Status status = index_.dump(dump);
  counters_ = visitor.counters();
  return to_result(status);
}

template <class S>
i32 Index<S>::serialize() {
  start();
  if (Status status = flush(index_); !status.ok()) return to_result(status);
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
i32 Index<S>::load(u32 length) {
  const i32 loaded = load_parts(length, results().tail);
  results().tail.release();
  return loaded;
}

template <class S>
i32 Index<S>::option_values() {
  Options options = index_.options();
  OptionValues values;
  options.describe(values);
  const auto list = values.values();
  std::copy(list.begin(), list.end(), results().options);
  return finish(Status::success(), list.size());
}

template <class S>
i32 Index<S>::finish_bytes(ByteWriter& writer) {
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
i32 Index<S>::load_parts(u32 length, Array<u8>& tail) {
  start();
  const auto* bytes = scratch<u8>(length);
  if (bytes == nullptr) return to_result(Status::bad_data());
  ByteReader reader(bytes, length, tail);
  Options options;
  if (!read_prelude(reader, options)) return to_result(reader.status());
  S loaded(options);
  loaded.load(reader);
  if (!reader.finish()) return to_result(reader.status());
  if (Status status = flush(loaded); !status.ok()) return to_result(status);
  if constexpr (!ValidatesOnLoad<S>) {
    Faults faults;
    loaded.validate(faults);
    if (!faults.empty()) return to_result(Status::bad_data());
  }
  index_ = std::move(loaded);
  return 0;
}

template <class S>
bool Index<S>::read_prelude(ByteReader& reader, Options& options) {
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
  return reader.require(parser.ok() && are_compatible(options));
}

template <class S>
i32 Index<S>::cull_report(f32 x, f32 y, f32 z) {
  start();
  FrustumSearch search;
  if (Status status = read_frustum({{x, y, z}}, search); !status.ok()) return to_result(status);
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

template <class S>
i32 Index<S>::optimize(u32 budget) {
  return count_by([&](u32& spent) { return index_.optimize(budget, spent); });
}

template <class S>
i32 Index<S>::rebuild() {
  start();
  return to_result(index_.rebuild());
}

template <class S>
i32 Index<S>::merge(Index& other) {
  start();
  if (&other == this) return to_result(Status::invalid_argument(0));
  if (other.size() > kMaxItems - size()) return to_result(Status::out_of_memory());
  Status status = flush(other.index_);
  if (status.ok()) status = index_.merge(other.index_, results().ids);
  f64* out = results().block.report;
  out[0] = static_cast<f64>(index_.merge_cost().nodes);
  out[1] = static_cast<f64>(index_.merge_cost().items);
  out[2] = static_cast<f64>(index_.merge_cost().work);
  return finish(status, results().ids.size());
}

template <class S>
i32 Index<S>::shift_origin(f32 x, f32 y, f32 z) {
  start();
  const auto by = typed_point<kDim>({{x, y, z}});
  if (!is_valid(by)) return to_result(Status::invalid_argument(0));
  return to_result(index_.shift_origin(by));
}

template <class S>
i32 Index<S>::set_space(f32 a, f32 b, f32 c, f32 d, f32 e, f32 f) {
  start();
  const Box space = typed_box<kDim>({{a, b, c, d, e, f}});
  if (!is_valid(space)) return to_result(Status::invalid_box(0));
  index_.set_space(space);
  return 0;
}

template <class S>
i32 Index<S>::space() {
  start();
  return is_empty(index_.space()) ? finish(Status::success(), 0)
                                  : finish_box(untyped(index_.space()));
}

template <class S>
i32 Index<S>::cull(u32 order, f32 x, f32 y, f32 z, u32 limit, u32 category, u32 mask) {
  start();
  FrustumSearch search;
  if (Status status = read_frustum({{x, y, z}}, search); !status.ok()) return to_result(status);
  if (order > static_cast<u32>(FrustumOrder::kSplitPlanes)) {
    return to_result(Status::invalid_argument(2));
  }
  search.order = static_cast<FrustumOrder>(order);
  search.limit = limit;
  Array<VisibleItem> found;
  Status status = query_flagged(index_, search, {category, mask}, counters_, found);
  Array<u32>& out = results().ids;
  if (status.ok() && !out.reserve(2 * found.size())) status = Status::out_of_memory();
  if (!status.ok()) return to_result(status);
  for (const VisibleItem& item : found) {
    out.push_unchecked(item.id);
    out.push_unchecked(FrustumQuery::kAllPlanes & ~item.cut);
  }
  return finish(status, found.size());
}

template <class S>
void bind_tuning(const IndexClass<S>& index) {
  if constexpr (Optimizable<S>) {
    index.function("optimize", &Index<S>::optimize).function("rebuild", &Index<S>::rebuild);
  }
  if constexpr (Mergeable<S>) index.function("merge", &Index<S>::merge);
  if constexpr (ReportsPlaneMask<S>) index.function("cull", &Index<S>::cull);
  if constexpr (Shiftable<S>) index.function("shiftOrigin", &Index<S>::shift_origin);
  if constexpr (FixedDomain<S>) {
    index.function("setSpace", &Index<S>::set_space).function("space", &Index<S>::space);
  }
}

template <class S>
i32 Index<S>::set_asleep(Id id, bool asleep) {
  start();
  return has(id) ? to_result(index_.set_asleep(id, asleep)) : to_result(Status::invalid_id(0));
}

template <class S>
i32 Index<S>::asleep(Id id) {
  start();
  return has(id) ? static_cast<i32>(index_.asleep(id)) : to_result(Status::invalid_id(0));
}

template <class S>
i32 Index<S>::update_pairs_awake() {
  start();
  Results& out = results();
  const Status status = index_.update_pairs_awake(out.begins, out.ends, reserve_events);
  return finish_events(status, out.begins, out.ends);
}

template <class S>
void Index<S>::pair_work() {
  f64* out = results().block.report;
  out[0] = static_cast<f64>(index_.pair_counters().queries);
  out[1] = static_cast<f64>(index_.pair_counters().node_visits);
  out[2] = static_cast<f64>(index_.pair_counters().pair_tests);
}

template <class S>
i32 Index<S>::enlarge(Id id, f32 x, f32 y, f32 z) {
  start();
  if (!has(id)) return to_result(Status::invalid_id(0));
  const auto* box = scratch<Box>(1);
  if (box == nullptr || !is_valid(*box)) return to_result(Status::invalid_box(1));
  const auto by = typed_point<kDim>({{x, y, z}});
  if (!is_valid(by)) return to_result(Status::invalid_argument(2));
  const Box typed = *box;
  bool changed = false;
  const Status status = index_.enlarge(id, typed, by, changed);
  return to_result(status, changed);
}

template <class S>
i32 Index<S>::rebuild_enlarged() {
  return count_by([&](u32& rebuilt) { return index_.rebuild_enlarged(rebuilt); });
}

template <class S>
i32 Index<S>::rebuild_over_leaves(u32 bottom_up) {
  return count_by([&](u32& rebuilt) { return index_.rebuild_over_leaves(bottom_up, rebuilt); });
}

template <class S>
i32 Index<S>::reinsert(u32 budget) {
  return count_by([&](u32& spent) { return index_.reinsert(budget, spent); });
}

template <class S>
void bind_strategies(const IndexClass<S>& index) {
  if constexpr (HasStrategies<S>) {
    index.function("setAsleep", &Index<S>::set_asleep)
        .function("asleep", &Index<S>::asleep)
        .function("updatePairsAwake", &Index<S>::update_pairs_awake)
        .function("pairWork", &Index<S>::pair_work)
        .function("enlarge", &Index<S>::enlarge)
        .function("rebuildEnlarged", &Index<S>::rebuild_enlarged)
        .function("rebuildOverLeaves", &Index<S>::rebuild_over_leaves)
        .function("reinsert", &Index<S>::reinsert);
  }
}

template <class S>
IndexClass<S> bind_index() {
  return IndexClass<S>(class_name<S>().data())
      .class_function("create", &Index<S>::create, emscripten::allow_raw_pointers())
      .function("address", &Index<S>::address);
}

template <class S>
void bind_inspection(const IndexClass<S>& index) {
  index.function("stats", &Index<S>::stats)
      .function("validate", &Index<S>::validate)
      .function("dump", &Index<S>::dump);
  if constexpr (TreeShaped<S>) index.function("traverse", &Index<S>::traverse);
  if constexpr (PlaneOrdered<S>) index.function("cullReport", &Index<S>::cull_report);
  bind_strategies<S>(index);
}

}  // namespace sapwood::bindings

#define SAPWOOD_SIZE_IN(S)                                \
  template void Index<S>::shrink_items();                 \
  template i32 Index<S>::serialize();                     \
  template i32 Index<S>::load(u32);                       \
  template i32 Index<S>::option_values();                 \
  template IndexClass<S> bind_index<S>();                 \
  template void bind_inspection<S>(const IndexClass<S>&); \
  template void bind_tuning<S>(const IndexClass<S>&);

#define SAPWOOD_SIZE(Structure) \
  SAPWOOD_SIZE_IN(Structure<2>) \
  SAPWOOD_SIZE_IN(Structure<3>)
