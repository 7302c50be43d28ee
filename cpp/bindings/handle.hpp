// Handle<S>: an index of a structure; what the verbs of IndexOf ask of it, and the verbs that are
// not the same for all structures.
//
// Declared here, defined in handle/, which is compiled apart: hot.hpp has what is compiled for
// speed, cold.hpp the others. Every argument is checked there, too; a verb that a structure lacks
// (core/concepts.hpp) answers kUnsupported.
#pragma once

#include <new>
#include <string>

#include "index_of.hpp"
#include "sapwood/core/concepts.hpp"

namespace sapwood::bindings {

// Stable name of a structure in serialized bytes: FNV-1a over its id.
constexpr u32 structure_tag(std::string_view id) {
  u32 hash = 2166136261u;
  for (const char letter : id) hash = (hash ^ static_cast<u8>(letter)) * 16777619u;
  return hash;
}

// Begins the payload of every serialized index; option values and content follow.
struct IndexPrelude {
  u32 structure;
  u32 dimensions;
  u32 option_count;
  u32 tail;  // bytes of the tail: the package's core.ts puts them where they stay
};
inline constexpr size_t kPreludeAt = sizeof(SerialHeader);

template <class S>
class Handle final : public IndexOf<S::kDim> {
 public:
  static constexpr int kDim = S::kDim;
  using Base = IndexOf<kDim>;
  using Box = Aabb<kDim>;
  using Options = typename S::Options;
  template <class Query>
  using Confirming = typename Base::template Confirming<Query>;

  explicit Handle(const Options& options) : Base(Dynamic<S>), index_(options) {
    look_at(index_.items());
  }

  // Option values as doubles in the scratch buffer, in the order of describe(); none of them stands
  // for the default ones. Null when one is out of range, when they do not fit together, or when
  // memory is short.
  static Handle* create(u32 count);

  u32 address() const {
    return static_cast<u32>(reinterpret_cast<uintptr_t>(static_cast<const AnyIndex*>(this)));
  }
  const char* structure() const override { return S::kId; }
  f64 byte_length() const override {
    return static_cast<f64>(sizeof(Handle) + index_.byte_length() + own_bytes());
  }
  AnyIndex* make_another() const override { return create(0); }

  // handle/walks.hpp
  Status build_items(const Box* boxes, u32 count) override;
  Status update_items(const Box* boxes, u32& changed) override;
  void clear_items() override;
  Status insert_item(const Box& box, const Filter& filter, Id& id) override;
  Status move_item(Id id, const Box& box, const Point<kDim>& by, bool& changed) override;
  Status move_items(const Id* ids, const Box* boxes, u32 count, u32& changed) override;
  Status remove_item(Id id) override;
  Status set_item_filter(Id id, const Filter& filter) override;
  Status settle_for(u32 questions) override { return sapwood::settle_for(index_, questions); }
  Status traverse(const BoxQuery<kDim>& query, QueryCounters& counters,
                  Confirming<BoxQuery<kDim>>&& visit) override;
  Status traverse(const VolumeQuery<kDim>& query, QueryCounters& counters,
                  Confirming<VolumeQuery<kDim>>&& visit) override;
  Status traverse_ordered(RayQuery<kDim>& query, QueryCounters& counters,
                          RayHits<kDim>& visit) override;
  Status traverse_ordered(DistanceQuery<kDim>& query, QueryCounters& counters,
                          NearestItems<kDim>& visit) override;
  Status find_in_sphere(const DistanceQuery<kDim>& sphere, const Filter& filter,
                        QueryCounters& counters, IdSink& sink) override;
  Status find_visible(const FrustumSearch& search, const Filter& filter, QueryCounters& counters,
                      Array<KeyedId>& found) override;
  Status find_along(const Ray<kDim>& ray, const Filter& filter, QueryCounters& counters,
                    Array<KeyedId>& hits) override;

  // handle/pairs.hpp
  Status find_pairs(QueryCounters& counters, PairSink& sink) override;
  i32 find_pair_changes() override;
  u32 pair_lookup_cost() const override { return lookup_cost<S>(); }
  // Two indices of one structure that can walk both at once do; else the items of the smaller one
  // look up the larger one.
  i32 pairs_with(AnyIndex& other) override;

  // handle/inspect.hpp
  i32 serialize() override;
  // Bytes in the scratch buffer, their tail apart; that is gone afterwards. The index is replaced
  // only when all of them are sound.
  i32 load(u32 length) override;
  i32 option_values() override;
  IndexStats stats();
  // Broken invariants, one a line; empty when sound.
  std::string validate();
  i32 dump();
  // The order of the split planes: ids; steps, adjacent steps, inversions, fallbacks in the report.
  i32 cull_report(f32 x, f32 y, f32 z);

  // handle/progressive.hpp
  i32 begin_build(u32 count);
  // 1 when the build is done, else 0; the work spent in the report.
  i32 step_build(u32 limit);
  u32 step_work() const;
  bool building() const;
  // The state after the step; the work spent in the report.
  i32 step(u32 budget);
  i32 commit();
  i32 refit();

  // handle/tuning.hpp
  i32 optimize(u32 budget);
  i32 rebuild();
  // New ids in ids, by ascending id in the other index; nodes, items and work in the report.
  i32 merge(Handle& other);
  i32 shift_origin(f32 x, f32 y, f32 z);
  // A box as the verbs take it.
  i32 set_space(f32 a, f32 b, f32 c, f32 d, f32 e, f32 f);
  // How many numbers of it lie in distances: all, or none when none was set.
  i32 space();
  // In ids each visible item and the planes that it is wholly inside of, one bit a plane; 24 plane
  // numbers in the scratch buffer. 2^32 - 1 as limit is none.
  i32 cull(u32 order, f32 x, f32 y, f32 z, u32 limit, u32 category, u32 mask);

  // handle/trace.hpp: only in the module that tools draw walks with. The numbers of a query in the
  // scratch buffer, room for 27 of them and a word behind; three words a step in ids: step, node of
  // the picture or item, amount.
  i32 trace(u32 query);

  // handle/strategies.hpp
  i32 set_asleep(Id id, bool asleep);
  i32 asleep(Id id);
  i32 update_pairs_awake();
  // Of the last update of pairs: queries, node visits, tests of pairs in the report.
  void pair_work();
  // The box in the scratch buffer.
  i32 enlarge(Id id, f32 x, f32 y, f32 z);
  // Both answer the number of branches that were built.
  i32 rebuild_stretched();
  i32 rebuild_over_leaves(u32 bottom_up);

 private:
  using Base::check_staged;
  using Base::counters_;
  using Base::finish;
  using Base::finish_box;
  using Base::finish_events;
  using Base::finish_pairs;
  using Base::has;
  using Base::look_at;
  using Base::own_bytes;
  using Base::read_frustum;
  using Base::size;
  using Base::staged;
  using Base::start;
  template <class T>
  static T* scratch(u32 count) {
    return Base::template scratch<T>(count);
  }
  // As the verbs of the core see it that are compiled once for all structures.
  Base& as_index() { return *this; }

  // The tail stays in the index; its length goes into the prelude.
  i32 finish_bytes(ByteWriter& writer);
  i32 load_parts(u32 length, Array<u8>& tail);
  static bool read_prelude(ByteReader& reader, Options& options);

  S index_;
};

}  // namespace sapwood::bindings
