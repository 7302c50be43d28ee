// An index and its model. Every operation runs on both, and all results are compared.
//
// The operations of tapes call these methods. Their arguments are plain values, so that tests/soak
// can print a failing tape as a list of calls.
#pragma once

#include <optional>
#include <set>

#include "support/allocations.hpp"
#include "support/checked_queries.hpp"

namespace sapwood::test {

template <int Dim>
class CheckedIndex : public CheckedQueries<Dim> {
 public:
  using Base = CheckedQueries<Dim>;
  using Base::Base;
  using typename Base::Box;
  using typename Base::Boxes;

  void build(Boxes boxes);
  void update(Boxes boxes);
  void clear();
  void insert(const Box& box, const Filter& filter);
  void insert_many(Boxes boxes);
  void remove(Id id);
  void move(Id id, const Box& box, const Point<Dim>& by);
  void move_many(std::span<const Id> ids, Boxes boxes);
  void set_filter(Id id, const Filter& filter);

  void optimize(u32 budget);
  void rebuild();
  void refit();
  void begin_build(Boxes boxes);
  void step_build(u32 limit);
  void step(u32 budget);
  void commit();
  void shift_origin(const Point<Dim>& by);
  // Merges an index of `boxes`, in which every third item has the filter.
  void merge(Boxes boxes, const Filter& filter);
  void update_pairs();
  // Serializes the index and loads the bytes, which resets the reported pair events.
  void save_and_load();

  // Makes allocation number `skip` of the next change fail. Depending on `kind`, all later
  // allocations of this change fail too.
  void refuse_memory(u32 skip, AllocationFailure kind);

 private:
  struct Refused {
    u32 skip;
    AllocationFailure kind;
  };

  using Base::compare;
  using Base::hash_;
  using Base::model_;
  using Base::report_;
  using Base::subject_;
  using Base::tally_;

  template <class Call>
  void change(const char* operation, Call&& call);
  // Returns whether the position of the item in the structure changed.
  bool moved(Id id, const Box& box, const Point<Dim>& by);
  void replace_model(Boxes boxes);
  void record_removed_from(Id first);
  // Returns true if one of the two items was replaced since the last update_pairs().
  bool renewed(u64 pair) const;
  void note(const std::vector<IdPair>& pairs);

  std::optional<Refused> refused_;
  std::vector<Box> begun_;  // boxes of a build in steps
  std::set<u64> reported_pairs_;
  std::set<Id> removed_;  // ids of items removed since the last update_pairs()
};

extern template class CheckedIndex<2>;
extern template class CheckedIndex<3>;

}  // namespace sapwood::test
