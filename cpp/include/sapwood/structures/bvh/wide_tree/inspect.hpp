// Statistics, node dump, validation and serialization of a wide tree.
#pragma once

#include "sapwood/base/status.hpp"
#include "sapwood/core/item_packets.hpp"
#include "sapwood/core/item_store.hpp"
#include "sapwood/core/node_dump.hpp"
#include "sapwood/core/serialize.hpp"
#include "sapwood/core/validation.hpp"
#include "sapwood/structures/bvh/wide_tree/pairs.hpp"
#include "sapwood/structures/bvh/wide_tree/tree.hpp"

namespace sapwood::wide_tree {

// Statistics and node dump of a wide tree and its pending items. Leaves count as nodes. Nodes
// without items are omitted. The pending items are shown as one leaf, which becomes a sibling of
// the tree below an additional root.
template <int Dim>
class NodeDumper {
 public:
  explicit NodeDumper(const Contents<Dim>& all)
      : tree_(all.tree),
        pending_(all.pending),
        rooted_(!is_empty(tree_.bounds())),
        both_(rooted_ && pending_.size() > 0) {}

  void measure(IndexStats& stats) const {
    if (!rooted_ && pending_.size() == 0) return;
    const Aabb<Dim> beside = pending_.united();
    const Aabb<Dim> all = unite(tree_.bounds(), beside);
    Sums branches, leaves;
    u32 height = 0;
    if (both_) branches.add(all);
    if (pending_.size() > 0) leaves.add(beside);
    if (rooted_) branches.add(tree_.bounds());
    for (u32 at = 0; at < tree_.node_count(); ++at) {
      const Link& link = tree_.link(at);
      for (u32 lane = 0; lane < link.lanes(); ++lane) {
        const Aabb<Dim> box = tree_.boxes(at).get(lane);
        if (is_empty(box)) continue;
        (link.is_leaf(lane) ? leaves : branches).add(box);
        height = link.depth + 1 > static_cast<int>(height) ? link.depth + 1 : height;
      }
    }
    stats.nodes = branches.count + leaves.count;
    stats.leaves = leaves.count;
    stats.height = height + (both_ ? 1 : 0);
    if (!(half_area(all) > 0)) return;
    stats.area_ratio = branches.area / half_area(all);
    stats.sah = (branches.area + leaves.area) / half_area(all);
  }

  // Writes parents before their children. A stored dump is in the order of memory; a dump for a
  // visitor is depth first.
  Status draw(u32 items, NodeDump& dump) const {
    dump.clear();
    const size_t nodes = size_t{tree_.node_count()} + tree_.leaf_count() + 2;
    if (!dump.reserve(nodes, items, Dim)) return Status::out_of_memory();
    const u32 level = both_ ? 1 : 0;
    const Aabb<Dim> beside = pending_.united();
    u32 root = kNone;
    if (both_) {
      const Aabb<Dim> all = unite(tree_.bounds(), beside);
      root = dump.add_node(all, 0, kNone, NodeKind::kBranch, kCommonRoot);
    }
    if (pending_.size() > 0) {
      const u32 place = dump.add_node(beside, level, root, NodeKind::kLeaf, kListNode);
      for (const Id id : pending_.ids()) dump.add_item(place, id);
    }
    if (!rooted_) return Status::success();
    const u32 first = dump.add_node(tree_.bounds(), level, root, NodeKind::kBranch, 0);
    if (dump.stores()) return draw_in_order(first, level, dump);
    return draw_depth_first(first, level, dump);
  }

 private:
  struct Sums {
    f64 area = 0;
    f64 count = 0;

    void add(const Aabb<Dim>& box) {
      area += half_area(box);
      count += 1;
    }
  };

  Status draw_in_order(u32 first, u32 level, NodeDump& dump) const {
    Array<u32> places;  // index in the dump, by node
    if (!places.resize(tree_.node_count(), kNone)) return Status::out_of_memory();
    places[0] = first;
    for (u32 at = 0; at < tree_.node_count(); ++at) {
      if (places[at] == kNone) continue;
      const DumpedNode children{at, level + 1 + static_cast<u32>(tree_.link(at).depth), places[at]};
      for (u32 lane = 0; lane < tree_.link(at).lanes(); ++lane) {
        draw_child(children, lane, dump, [&](u32 child, u32 place) { places[child] = place; });
      }
    }
    return Status::success();
  }

  Status draw_depth_first(u32 first, u32 level, NodeDump& dump) const {
    struct Open {
      DumpedNode children;  // level and parent are those of the children of the node
      u32 lane;             // next child
    };
    TraversalStack<Open, kStackBound> open(kStackBound);
    if (first != NodeDump::kSkipped) open.push({{0, level + 1, first}, 0});
    while (!open.empty()) {
      const Open at = open.pop();
      if (at.lane == tree_.link(at.children.node).lanes()) continue;
      open.push({at.children, at.lane + 1});
      draw_child(at.children, at.lane, dump, [&](u32 child, u32 place) {
        if (place == NodeDump::kSkipped) return;
        open.push({{child, at.children.level + 1, place}, 0});
      });
    }
    return Status::success();
  }

  template <class AddBranch>
  void draw_child(const DumpedNode& at, u32 lane, NodeDump& dump, AddBranch&& add_branch) const {
    const Aabb<Dim> box = tree_.boxes(at.node).get(lane);
    if (is_empty(box)) return;
    const Link& link = tree_.link(at.node);
    if (!link.is_leaf(lane)) {
      const u32 child = link.child(lane);
      add_branch(child, dump.add_node(box, at.level, at.parent, NodeKind::kBranch, child));
      return;
    }
    const u32 place =
        dump.add_node(box, at.level, at.parent, NodeKind::kLeaf, leaf_key(link.leaf(lane)));
    const Id* ids = tree_.ids(link.leaf(lane));
    for (u32 i = 0; i < kLanes; ++i) {
      if (ids[i] != kNone) dump.add_item(place, ids[i]);
    }
  }

  const Tree<Dim>& tree_;
  const PendingList<Dim>& pending_;
  const bool rooted_;  // the tree has items
  const bool both_;    // the tree has items, and there are pending items
};

// Checks every invariant of a wide tree and its pending items. Links do not need a range check,
// because they are always derived from the shapes of nodes, also by load().
template <int Dim>
class Validator {
 public:
  Validator(const Contents<Dim>& all, const ItemStore<Dim>& items, Faults& faults)
      : tree_(all.tree), pending_(all.pending), items_(items), faults_(faults) {}

  // Runs all checks. The boxes of nodes are checked only if `flushed` is true, because they can be
  // outdated otherwise.
  void run(const ItemLocations& places, bool flushed) {
    if (!seen_.resize(items_.id_end(), 0)) {
      faults_.add("no memory to validate items:", items_.size());
      return;
    }
    check_slots(places);
    check_pending(places);
    faults_.require(found_ == items_.size(),
                    "wrong number of items in the tree and pending:", found_);
    for (u32 at = 0; at < tree_.node_count(); ++at) {
      check_link(at);
      if (flushed) check_boxes(at);
    }
  }

 private:
  void check_slots(const ItemLocations& places) {
    u32 live = 0;
    bool gapless = true;
    for (u32 slot = 0; slot < tree_.slot_count(); ++slot) {
      const Id id = tree_.id(slot);
      if (id == kNone) {
        faults_.require(tree_.box(slot) == empty_box<Dim>(), "a vacant slot is not empty:", slot);
        continue;
      }
      gapless = gapless && slot == live;
      ++live;
      check_item(id, tree_.box(slot), places, slot);
    }
    faults_.require(live == tree_.live(), "the tree has a wrong number of items; found", live);
    faults_.require(gapless || !tree_.gapless(), "the tree has gaps between its items; found",
                    live);
  }

  void check_pending(const ItemLocations& places) {
    for (u32 slot = 0; slot < pending_.size(); ++slot) {
      check_item(pending_.id(slot), pending_.box(slot), places, ItemLocations::pending_place(slot));
    }
  }

  void check_item(Id id, const Aabb<Dim>& box, const ItemLocations& places, u32 place) {
    const bool known = id < items_.id_end() && items_.has(id);
    if (!faults_.require(known, "a slot holds the id of a removed item:", id)) return;
    faults_.require(seen_[id]++ == 0, "an item is in two slots:", id);
    faults_.require(box == items_.box(id), "the box of a slot differs from id", id);
    faults_.require(!places.known() || places.of(id) == place, "wrong position of id", id);
    ++found_;
  }

  void check_link(u32 at) {
    const Link& link = tree_.link(at);
    faults_.require(link.depth <= kMaxHeight, "too deep: node", at);
    u32 next = link.below.begin + link.leaves;
    for (u32 lane = link.leaves; lane < link.lanes(); ++lane) {
      const Link& child = tree_.link(link.child(lane));
      faults_.require(link.child(lane) > at && child.depth == link.depth + 1,
                      "children are not one level below node", at);
      faults_.require(child.below.begin == next, "leaves are not a contiguous range below node",
                      at);
      next = child.below.end;
    }
    faults_.require(next == link.below.end, "wrong number of leaves below node", at);
  }

  void check_boxes(u32 at) {
    const Link& link = tree_.link(at);
    for (u32 lane = 0; lane < kLanes; ++lane) {
      Aabb<Dim> wanted = empty_box<Dim>();
      if (lane < link.lanes()) {
        wanted = united(link.is_leaf(lane) ? tree_.leaf(link.leaf(lane))
                                           : tree_.boxes(link.child(lane)));
      }
      faults_.require(tree_.boxes(at).get(lane) == wanted,
                      "the box of a lane is not the exact union of what is below in node", at);
    }
  }

  const Tree<Dim>& tree_;
  const PendingList<Dim>& pending_;
  const ItemStore<Dim>& items_;
  Faults& faults_;
  Array<u8> seen_;  // by id
  u32 found_ = 0;
};

// Serializes a wide tree: how many children of each node are leaves and branches (the shape of the
// node), and the ids by slot. Links and boxes are derived from them. So damaged bytes can only
// contain wrong shapes or wrong ids.
template <int Dim>
void save(const Tree<Dim>& tree, ByteWriter& writer) {
  Array<Shape> shapes;
  if (!shapes.reserve(tree.node_count())) return writer.fail();
  for (u32 at = 0; at < tree.node_count(); ++at) {
    shapes.push_unchecked(Shape::of(tree.link(at).leaves, tree.link(at).branches));
  }
  writer.array(shapes);
  writer.value(u64{tree.slot_count()});
  if (!tree.empty()) writer.words(tree.ids(0), tree.slot_count());
}

class IdSet {
 public:
  [[nodiscard]] bool reserve(u32 id_end) { return words_.resize((size_t{id_end} + 63) / 64, 0); }
  bool has(Id id) const { return (words_[id / 64] >> id % 64 & 1) != 0; }
  // Adds an id to the set. Returns false if the set already contains it.
  bool add(Id id) {
    const u64 bit = u64{1} << id % 64;
    const bool fresh = (words_[id / 64] & bit) == 0;
    words_[id / 64] |= bit;
    return fresh;
  }

 private:
  Array<u64> words_;
};

inline void load(TreePlan& plan, ByteReader& reader) {
  reader.array(plan.shapes);
  reader.array(plan.slots);
  reader.require(plan.slots.size() % kLanes == 0 && plan.leaf_count() < kMaxLeaves);
  // Every node has a leaf below it, and a leaf has at most kMaxHeight + 1 ancestors.
  reader.require(plan.shapes.size() <= plan.leaf_count() * (kMaxHeight + 1));
}

// Fills an empty tree from a plan and adds its ids to `held`. Marks the reader as failed if the
// shapes of the nodes do not form a single tree, or if a slot contains a free or repeated id.
template <int Dim>
void adopt(TreePlan& plan, Tree<Dim>& tree, const ItemStore<Dim>& items, IdSet& held,
           ByteReader& reader) {
  if (!reader.require_memory(held.reserve(items.id_end()) && tree.reserve(plan))) return;
  if (!reader.require(tree.adopt_shape(plan))) return;
  const u32 id_end = items.id_end();
  const bool dense = items.dense();
  reader.require(tree.fill(items.boxes(), [&](Id id) {
    return id < id_end && (dense || items.has(id)) && held.add(id);
  }));
}

}  // namespace sapwood::wide_tree
