// The packed tree and the pending items beside it as one: pairs and picture.
#pragma once

#include "sapwood/core/entry_tree/inspect.hpp"
#include "sapwood/core/entry_tree/join.hpp"
#include "sapwood/core/pending_list.hpp"

namespace sapwood::packed_r_tree {

template <int Dim>
struct Contents {
  const entry_tree::Tree<Dim>& tree;
  const PendingList<Dim>& pending;
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

// Each pending item here against the tree there; `turned` swaps what is reported.
template <int Dim, class Visitor>
Status join_pending(const PendingList<Dim>& here, const entry_tree::Tree<Dim>& there, bool turned,
                    QueryCounters& counters, UntilEnded<Visitor>& visit) {
  Status status = Status::success();
  for (u32 slot = 0; status.ok() && !visit.ended && slot < here.size(); ++slot) {
    const BoxQuery<Dim> query(here.box(slot));
    const auto partner = [&](Id id) {
      return turned ? visit(id, here.id(slot)) : visit(here.id(slot), id);
    };
    status = entry_tree::traverse(there, query, counters, FunctionVisitor(partner));
  }
  return status;
}

// Pairs of the tree, of pending items and the tree, of pending items.
template <int Dim, class Visitor>
Status pairs(const Contents<Dim>& all, QueryCounters& counters, Visitor& visit) {
  UntilEnded<Visitor> each{visit};
  Status status = entry_tree::pairs(all.tree, counters, each);
  if (status.ok()) status = join_pending(all.pending, all.tree, false, counters, each);
  const auto& pending = all.pending;
  for (u32 slot = 0; status.ok() && !each.ended && slot < pending.size(); ++slot) {
    const auto partner = [&](Id id) { return each(pending.id(slot), id); };
    pending.scan(BoxQuery<Dim>(pending.box(slot)), counters, FunctionVisitor(partner), slot + 1);
  }
  return status;
}

template <int Dim, class Visitor>
Status pairs_between(const Contents<Dim>& here, const Contents<Dim>& there, QueryCounters& counters,
                     Visitor& visit) {
  UntilEnded<Visitor> each{visit};
  Status status = entry_tree::pairs_between(here.tree, there.tree, counters, each);
  if (status.ok()) status = join_pending(here.pending, there.tree, false, counters, each);
  if (status.ok()) status = join_pending(there.pending, here.tree, true, counters, each);
  for (u32 slot = 0; status.ok() && !each.ended && slot < here.pending.size(); ++slot) {
    const BoxQuery<Dim> query(here.pending.box(slot));
    const auto partner = [&](Id id) { return each(here.pending.id(slot), id); };
    there.pending.scan(query, counters, FunctionVisitor(partner));
  }
  return status;
}

// Pending items are a leaf beside the tree, under a root that both have then.
template <int Dim>
Status dump(const Contents<Dim>& all, u32 items, NodeDump& dump) {
  const PendingList<Dim>& pending = all.pending;
  if (!entry_tree::reserve(dump, all.tree, 2, items)) return Status::out_of_memory();
  if (pending.size() == 0) return entry_tree::draw(all.tree, 0, kNone, dump);
  u32 level = 0;
  u32 parent = kNone;
  if (pending.size() < items) {
    const Aabb<Dim> both = unite(pending.united(), all.tree.node(all.tree.root()).box);
    parent = dump.add_node(both, level++, kNone, NodeKind::kBranch, kCommonRoot);
  }
  const u32 leaf = dump.add_node(pending.united(), level, parent, NodeKind::kLeaf, kListNode);
  for (u32 slot = 0; slot < pending.size(); ++slot) dump.add_item(leaf, pending.id(slot));
  return parent == kNone ? Status::success() : entry_tree::draw(all.tree, level, parent, dump);
}

}  // namespace sapwood::packed_r_tree
