// Interface of an index of any structure, with a virtual function for every operation of the
// library. Therefore checks are compiled once per dimension instead of once per structure, and an
// index with a defect can be a subclass.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sapwood/core/queries.hpp"
#include "support/report.hpp"

namespace sapwood::test {

using IdSink = std::function<bool(Id)>;
using PairSink = std::function<bool(Id, Id)>;

// Groups of operations that not all structures have.
struct Abilities {
  bool dynamic = false;
  bool optimizable = false;
  bool pairable_with = false;
  bool refitting = false;
  bool progressive = false;
  bool background = false;
  bool shiftable = false;
  bool mergeable = false;
  bool tree_shaped = false;
  bool keeps_cells = false;  // preallocated cells stay when items are removed
};

template <int Dim>
class Subject {
 public:
  using Box = Aabb<Dim>;

  virtual ~Subject() = default;

  virtual Abilities abilities() const = 0;
  virtual const ItemStore<Dim>& items() const = 0;
  virtual size_t byte_length() const = 0;

  virtual Status build(std::span<const Box> boxes) = 0;
  virtual Status update(std::span<const Box> boxes, u32& changed) = 0;
  virtual void clear() = 0;
  virtual void shrink() = 0;
  virtual Status insert(const Box& box, const Filter& filter, Id& id) = 0;
  virtual Status remove(Id id) = 0;
  virtual Status move(Id id, const Box& box, const Point<Dim>& by, bool& changed) = 0;
  virtual Status set_filter(Id id, const Filter& filter) = 0;
  virtual Status optimize(u32 budget, u32& spent) = 0;
  virtual Status rebuild() = 0;

  virtual Status box(const Box& box, const Filter& filter, QueryCounters& counters,
                     const IdSink& sink) = 0;
  virtual Status point(const Point<Dim>& point, const Filter& filter, QueryCounters& counters,
                       const IdSink& sink) = 0;
  virtual Status sphere(const Point<Dim>& center, f32 radius, const Filter& filter,
                        QueryCounters& counters, const IdSink& sink) = 0;
  virtual Status raycast(const Ray<Dim>& ray, const Filter& filter, QueryCounters& counters,
                         KeyedId& best) = 0;
  virtual Status raycast_all(const Ray<Dim>& ray, const Filter& filter, QueryCounters& counters,
                             Array<KeyedId>& hits) = 0;
  virtual Status nearest(const Point<Dim>& point, u32 k, f32 max_distance, const Filter& filter,
                         QueryCounters& counters, Array<KeyedId>& found) = 0;
  // 3D only; returns unsupported in 2D.
  virtual Status frustum(const Frustum& frustum, const Point<3>* eye, u32 limit,
                         const Filter& filter, QueryCounters& counters, Array<KeyedId>& found) = 0;
  virtual Status volume(const VolumeQuery<Dim>& volume, const Filter& filter,
                        QueryCounters& counters, const IdSink& sink) = 0;
  virtual Status pairs(QueryCounters& counters, const PairSink& sink) = 0;
  // Writes the events to std::vector, whose allocations never fail in tests; see allocations.hpp.
  virtual Status update_pairs(std::vector<IdPair>& begins, std::vector<IdPair>& ends) = 0;
  // Reports pairs with another index of the same structure as (id in this index, id in `other`).
  virtual Status pairs_with(Subject& other, QueryCounters& counters, const PairSink& sink) = 0;

  virtual Status refit(u32&) { return Status::unsupported(); }
  virtual Status begin_build(std::span<const Box>) { return Status::unsupported(); }
  virtual Status step_build(u32, u32&, bool&) { return Status::unsupported(); }
  virtual bool building() const { return false; }
  virtual Status step(u32, u32&) { return Status::unsupported(); }
  virtual Status commit(bool&) { return Status::unsupported(); }
  virtual u32 state() const { return 0; }
  virtual Status shift_origin(const Point<Dim>&) { return Status::unsupported(); }
  // The other index must be of the same structure.
  virtual Status merge(Subject&, Array<Id>&) { return Status::unsupported(); }
  // Does all deferred work. Every query does this work first.
  virtual Status flush() { return Status::success(); }
  // Does the deferred work that is worthwhile before a batch of this many queries.
  virtual Status flush_for(u32) { return Status::success(); }

  virtual IndexStats stats() const = 0;
  virtual Status dump(NodeDump& dump) const = 0;
  virtual std::vector<std::string> validate() const = 0;
  virtual Status save(Array<u8>& bytes) const = 0;
  // After an error the index is unchanged.
  virtual Status load(std::span<const u8> bytes) = 0;
};

template <int Dim>
using SubjectMaker = std::function<std::unique_ptr<Subject<Dim>>()>;

template <int Dim>
struct SubjectVariant {
  std::string name;  // "dynamic-tree", "dynamic-tree balance=height"
  SubjectMaker<Dim> make;
};

// One option of a structure, as in the registry of the package.
struct OptionRange {
  f64 usual;
  f64 min;
  f64 max;
  u32 choices;  // 0: a number
  bool whole;
  size_t numbers = 1;  // count of numbers that describe() reads, all of the same range
};

// All settings of one structure; the first variant has the default options.
template <int Dim>
struct SubjectVariants {
  std::string id;  // id in the registry
  std::vector<SubjectVariant<Dim>> variants;
  // Tests that options read back from an index equal the options given to it, also after a second
  // round trip.
  std::function<void(Report&)> check_options;
  std::vector<OptionRange> options;
  // Returns a maker for one number per option, or an empty maker if the numbers are invalid.
  std::function<SubjectMaker<Dim>(std::span<const f64>)> maker_with;
};

// Defined in subjects_2d.cpp and subjects_3d.cpp.
template <int Dim>
const std::vector<SubjectVariants<Dim>>& all_subjects();
template <>
const std::vector<SubjectVariants<2>>& all_subjects();
template <>
const std::vector<SubjectVariants<3>>& all_subjects();

template <int Dim>
const SubjectVariants<Dim>* subject_with_id(std::string_view id) {
  for (const SubjectVariants<Dim>& structure : all_subjects<Dim>()) {
    if (structure.id == id) return &structure;
  }
  return nullptr;
}

// Empty for an unknown id.
template <int Dim>
std::span<const SubjectVariant<Dim>> variants_of(std::string_view id) {
  const SubjectVariants<Dim>* structure = subject_with_id<Dim>(id);
  if (structure == nullptr) return {};
  return structure->variants;
}

}  // namespace sapwood::test
