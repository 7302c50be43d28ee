// The tree and the pending items beside it as one: pairs.
#pragma once

#include "sapwood/core/pending_list.hpp"
#include "sapwood/structures/bvh/wide_tree/pairs.hpp"
#include "sapwood/structures/bvh/wide_tree/query.hpp"

namespace sapwood::wide_tree {

template <int Dim>
struct Contents {
  const Tree<Dim>& tree;
  const PendingList<Dim>& pending;
};

// Each pending item here against the tree there.
template <int Dim>
Status join_pending(const PendingList<Dim>& here, const Tree<Dim>& there, QueryCounters& counters,
                    PairBuffer& found, bool turned = false) {
  Status status = Status::success();
  for (u32 slot = 0; status.ok() && !found.ended() && slot < here.size(); ++slot) {
    PartnerSink partners(found, here.id(slot), turned);
    status = traverse(there, BoxQuery<Dim>(here.box(slot)), counters, partners);
  }
  return status;
}

// Pairs of the tree, of pending items and the tree, of pending items.
template <int Dim>
Status pairs(const Contents<Dim>& all, QueryCounters& counters, PairBuffer& found) {
  pairs(all.tree, counters, found);
  Status status = join_pending(all.pending, all.tree, counters, found);
  const auto& pending = all.pending;
  for (u32 slot = 0; status.ok() && !found.ended() && slot < pending.size(); ++slot) {
    PartnerSink partners(found, pending.id(slot));
    pending.scan(BoxQuery<Dim>(pending.box(slot)), counters, partners, slot + 1);
  }
  found.flush();
  return status;
}

template <int Dim>
Status pairs_between(const Contents<Dim>& here, const Contents<Dim>& there, QueryCounters& counters,
                     PairBuffer& found) {
  pairs_between(here.tree, there.tree, counters, found);
  Status status = join_pending(here.pending, there.tree, counters, found);
  if (status.ok()) {
    status = join_pending(there.pending, here.tree, counters, found, true);
  }
  for (u32 slot = 0; status.ok() && !found.ended() && slot < here.pending.size(); ++slot) {
    PartnerSink partners(found, here.pending.id(slot));
    there.pending.scan(BoxQuery<Dim>(here.pending.box(slot)), counters, partners);
  }
  found.flush();
  return status;
}

}  // namespace sapwood::wide_tree
