// The tree and the newcomers beside it as one: pairs.
#pragma once

#include "sapwood/core/newcomer_list.hpp"
#include "sapwood/structures/bvh/wide_tree/pairs.hpp"
#include "sapwood/structures/bvh/wide_tree/query.hpp"

namespace sapwood::wide_tree {

template <int Dim>
struct Contents {
  const Tree<Dim>& tree;
  const NewcomerList<Dim>& newcomers;
};

// Calls visit(Id here, Id there) and remembers that it ended the search.
template <class Visitor>
struct UntilEnded {
  Visitor& visit;
  bool ended = false;

  bool operator()(Id a, Id b) {
    ended = !visit(a, b);
    return !ended;
  }
};

// Each newcomer here against the tree there; `report` gets (newcomer, item of the tree).
template <int Dim, class Report>
Status join_newcomers(const NewcomerList<Dim>& here, const Tree<Dim>& there,
                      QueryCounters& counters, Report&& report) {
  Status status = Status::success();
  bool going = true;
  for (u32 slot = 0; status.ok() && going && slot < here.size(); ++slot) {
    const BoxQuery<Dim> query(here.box(slot));
    auto partner = [&](Id id) { return going = report(here.id(slot), id); };
    status = traverse(there, query, counters, partner);
  }
  return status;
}

// Pairs of the tree, of newcomers and the tree, of newcomers.
template <int Dim, class Visitor>
Status pairs(const Contents<Dim>& all, QueryCounters& counters, Visitor& visit) {
  if (all.newcomers.size() == 0) return pairs(all.tree, counters, visit);
  UntilEnded<Visitor> each{visit};
  Status status = pairs(all.tree, counters, each);
  if (!status.ok() || each.ended) return status;
  status = join_newcomers(all.newcomers, all.tree, counters, each);
  const auto& newcomers = all.newcomers;
  for (u32 slot = 0; status.ok() && !each.ended && slot < newcomers.size(); ++slot) {
    const auto partner = [&](Id id) { return each(newcomers.id(slot), id); };
    newcomers.scan(BoxQuery<Dim>(newcomers.box(slot)), counters, partner, slot + 1);
  }
  return status;
}

template <int Dim, class Visitor>
Status pairs_between(const Contents<Dim>& here, const Contents<Dim>& there, QueryCounters& counters,
                     Visitor& visit) {
  UntilEnded<Visitor> each{visit};
  Status status = pairs_between(here.tree, there.tree, counters, each);
  if (status.ok() && !each.ended) {
    status = join_newcomers(here.newcomers, there.tree, counters, each);
  }
  if (status.ok() && !each.ended) {
    status = join_newcomers(there.newcomers, here.tree, counters,
                            [&](Id newcomer, Id item) { return each(item, newcomer); });
  }
  for (u32 slot = 0; status.ok() && !each.ended && slot < here.newcomers.size(); ++slot) {
    const BoxQuery<Dim> query(here.newcomers.box(slot));
    const auto partner = [&](Id id) { return each(here.newcomers.id(slot), id); };
    there.newcomers.scan(query, counters, partner);
  }
  return status;
}

}  // namespace sapwood::wide_tree
