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

// Each newcomer here against the tree there.
template <int Dim>
Status join_newcomers(const NewcomerList<Dim>& here, const Tree<Dim>& there,
                      QueryCounters& counters, PairBuffer& found, bool turned = false) {
  Status status = Status::success();
  for (u32 slot = 0; status.ok() && !found.ended() && slot < here.size(); ++slot) {
    PartnerSink partners{found, here.id(slot), turned};
    status = traverse(there, BoxQuery<Dim>(here.box(slot)), counters, partners);
  }
  return status;
}

// Pairs of the tree, of newcomers and the tree, of newcomers.
template <int Dim>
Status pairs(const Contents<Dim>& all, QueryCounters& counters, PairBuffer& found) {
  pairs(all.tree, counters, found);
  Status status = join_newcomers(all.newcomers, all.tree, counters, found);
  const auto& newcomers = all.newcomers;
  for (u32 slot = 0; status.ok() && !found.ended() && slot < newcomers.size(); ++slot) {
    PartnerSink partners{found, newcomers.id(slot)};
    newcomers.scan(BoxQuery<Dim>(newcomers.box(slot)), counters, partners, slot + 1);
  }
  found.flush();
  return status;
}

template <int Dim>
Status pairs_between(const Contents<Dim>& here, const Contents<Dim>& there, QueryCounters& counters,
                     PairBuffer& found) {
  pairs_between(here.tree, there.tree, counters, found);
  Status status = join_newcomers(here.newcomers, there.tree, counters, found);
  if (status.ok()) {
    status = join_newcomers(there.newcomers, here.tree, counters, found, true);
  }
  for (u32 slot = 0; status.ok() && !found.ended() && slot < here.newcomers.size(); ++slot) {
    PartnerSink partners{found, here.newcomers.id(slot)};
    there.newcomers.scan(BoxQuery<Dim>(here.newcomers.box(slot)), counters, partners);
  }
  found.flush();
  return status;
}

}  // namespace sapwood::wide_tree
