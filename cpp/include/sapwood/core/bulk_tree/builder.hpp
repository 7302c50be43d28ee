// Top-down builder of a bulk tree, in steps. A step never exceeds its work limit, except with
// WorkCap::kWholePasses.
//
// A node with more items than a leaf can hold is split at the center of its box, on the axis with
// the largest variance of centers. Items with a larger center go left (a partition, not a sort). If
// all items are on one side, or the tree is deep and the split is unbalanced, the items are halved
// by their position in the array. This bounds the depth and handles identical boxes. An unbounded
// box is split at the mean of the item centers. The split with the lowest surface-area cost
// (core/binned_split.hpp) is available as a quality reference.
//
// Nodes are opened in the order of their indices, so the queue of open nodes is a single index. The
// pass that partitions the items of a node also computes the box and the moments of the centers of
// both sides. Work in units, for a node of n items:
// - n for the partition or for copying the items to a leaf
// - n more if the items are halved by position
// - n more if the box is unbounded
// - 2 n more with the surface-area heuristic
// - 1 for writing the node to the tree
// The initial sums of the root cost one unit per item. Every pass can stop at any item and continue
// in the next step, so a large node does not exceed the limit of a step. (The PhysX builder always
// finishes a node, and its first step takes n units.)
//
// The limits of the steps do not affect the resulting tree. Nodes are numbered depth first. Cost:
// O(n log n) on ordinary input; depth at most 64 + log(n) / log(4/3). Memory during the build: 32
// bytes per item and 36 per node (28 in 2D) in addition to the tree. Source: the description of
// NVIDIA PhysX 3.4's static pruner; variance as in Ericson, Real-time collision detection (2005),
// 6.2.
#pragma once

#include "sapwood/core/binned_split.hpp"
#include "sapwood/core/bulk_tree/build_nodes.hpp"
#include "sapwood/core/bulk_tree/build_pace.hpp"
#include "sapwood/core/bulk_tree/tree.hpp"

namespace sapwood::bulk_tree {

enum class Split : u8 { kBoxCenter, kBinnedSah };

struct BuildRules {
  u32 leaf_limit = 4;  // 1 .. kMaxLeafItems
  Split split = Split::kBoxCenter;
};

// Rule for the work limit of a step. With kHard, the limit is strict. With kWholePasses, a step may
// exceed it to finish its pass over a node.
enum class WorkCap : u8 { kHard, kWholePasses };

// Expected work of a build. It is exact once all nodes are opened. Before that, the error is a few
// percent for evenly distributed items.
struct BuildEstimate {
  f64 units = 0;  // units of work of the builder
  f64 nodes = 0;  // nodes of the finished tree

  // Estimates the remaining work of a build that has `nodes` nodes. `open` of these nodes are not
  // opened yet and contain `items` items.
  static BuildEstimate of_rest(f64 items, f64 open, f64 nodes, const BuildRules& rules) {
    if (open == 0) return {nodes, nodes};
    const f64 limit = rules.leaf_limit;
    const f64 passes = rules.split == Split::kBinnedSah ? 3 : 1;
    // Both formulas are fitted to measurements: the average number of splits between an open node
    // and a leaf, and the number of leaves.
    const f64 levels = rough_log2(items / open / limit * kUneven);
    const f64 leaves = items / (0.7 * limit + 0.3);
    const f64 added = leaves > open ? 2 * (leaves - open) : 0;
    return {items * (passes * levels + 1) + nodes + added, nodes + added};
  }
  static BuildEstimate of(u32 items, const BuildRules& rules) {
    if (items == 0) return {};
    BuildEstimate whole = of_rest(items, 1, 1, rules);
    whole.units += items;  // the initial sums of the root
    return whole;
  }

 private:
  static constexpr f64 kUneven = 1.4142135;  // adds 0.4 levels (measured): splits are uneven
};

template <int Dim, class NodeT = Node<Dim>>
class Builder {
 public:
  using Box = Aabb<Dim>;

  bool building() const { return phase_ != Phase::kIdle; }
  u64 total_work() const { return total_work_; }
  // Returns the expected remaining work. Valid only between steps.
  BuildEstimate rest() const {
    if (phase_ == Phase::kWriteOut) {
      const f64 written = at_ - static_cast<f64>(open_.size());
      return {nodes_.size() - written, static_cast<f64>(nodes_.size())};
    }
    if (!building() || phase_ == Phase::kDone) return {0, static_cast<f64>(tree_.node_count())};
    if (node_items_ == 0) {
      BuildEstimate whole = BuildEstimate::of(unopened_, rules_);
      whole.units -= static_cast<f64>(total_work_);
      return whole;
    }
    BuildEstimate rest =
        BuildEstimate::of_rest(unopened_, nodes_.size() - at_, nodes_.size(), rules_);
    rest.units -= std::min(static_cast<f64>(total_work_ - work_before_node_), rest.units);
    return rest;
  }
  // Returns the sum of the item counts of all nodes opened since begin(). PhysX measures the work
  // of a build by this sum.
  u64 node_items() const { return node_items_; }
  f64 branch_area() const { return branch_area_; }
  const BuildNodes<Dim>& nodes() const { return nodes_; }
  size_t byte_length() const {
    return items_.byte_length() + nodes_.byte_length() + tree_.byte_length() + open_.byte_length();
  }

  // Starts a build; add() must then be called `count` times. Returns false if allocation fails.
  [[nodiscard]] bool begin(u32 count, const BuildRules& rules) {
    drop();
    const bool granted = count < kMaxPositions && items_.reserve(count) &&
                         tree_.items_.reserve(count) &&
                         (count == 0 || nodes_.begin(count, rules.leaf_limit));
    if (!granted) {
      drop();
      return false;
    }
    rules_ = rules;
    unopened_ = count;
    phase_ = Phase::kStart;
    return true;
  }
  void add(Id id, const Box& box) {
    items_.push_unchecked(BuildItem::of(id, without_negative_zero(box)));
  }

  // Performs at most `limit` units of work, or more with kWholePasses. If allocation fails, the
  // caller can call step() again.
  Status step(u64 limit, u64& work, bool& done, WorkCap cap = WorkCap::kHard) {
    limit_ = limit;
    spent_ = 0;
    whole_passes_ = cap == WorkCap::kWholePasses;
    Status status = Status::success();
    while (phase_ != Phase::kDone && spent_ < limit_ && status.ok()) status = advance();
    work = spent_;
    total_work_ += spent_;
    done = phase_ == Phase::kDone;
    return status;
  }

  void move_to(Tree<Dim, NodeT>& tree) {
    std::swap(tree, tree_);
    drop();
  }
  void drop() {
    items_.release();
    nodes_.release();
    open_.release();
    tree_ = {};
    phase_ = Phase::kIdle;
    at_ = cursor_ = deepest_ = 0;
    total_work_ = node_items_ = work_before_node_ = 0;
    unopened_ = 0;
    branch_area_ = 0;
  }

 private:
  static constexpr u32 kDeepest = 64;  // at this depth and below, unbalanced splits are halved
  static constexpr u32 kLopsided = 4;  // unbalanced: less than a quarter on one side

  enum class Phase : u8 {
    kIdle,
    kStart,
    kSum,  // sums up both sides of a range that is split at middle_
    kOpen,
    kLeaf,       // copies the items of a leaf
    kMean,       // sums the centers of an unbounded node
    kCenters,    // computes the bounds of the centers, for the bins
    kBins,       // fills the bins
    kPartition,  // partitions the items and sums up the sides
    kWriteOut,   // numbers the nodes in depth-first order
    kDone,
  };

  struct OpenNode {
    u32 from;  // index in nodes_
    u32 to;    // index in the tree
  };

  Status advance() {
    switch (phase_) {
      case Phase::kStart:
        start();
        break;
      case Phase::kSum:
        sum_sides();
        break;
      case Phase::kOpen:
        return open_node();
      case Phase::kLeaf:
        copy_leaf();
        break;
      case Phase::kMean:
        sum_centers();
        break;
      case Phase::kCenters:
        bound_centers();
        break;
      case Phase::kBins:
        fill_bins();
        break;
      case Phase::kPartition:
        partition();
        break;
      case Phase::kWriteOut:
        write_out();
        break;
      default:
        break;
    }
    return Status::success();
  }

  // Returns the index where the current pass over the items stops: `end`, or an earlier item if the
  // limit of this step is reached. Adds the cost of these items to spent_.
  u32 charge_items(u32 end) {
    const u64 left = whole_passes_ ? kNone : limit_ - spent_;
    const u32 until = end - cursor_ <= left ? end : cursor_ + static_cast<u32>(left);
    spent_ += until - cursor_;
    return until;
  }

  void start() {
    unopened_ = static_cast<u32>(items_.size());
    if (items_.empty()) {
      phase_ = Phase::kDone;
      return;
    }
    nodes_[0] = {Box{}, 0, static_cast<u32>(items_.size()), 0};
    // All items are the left side of an initial split whose right side is empty. The left side
    // becomes the root.
    begin_sides(0, items_[0].template box<Dim>());
    middle_ = nodes_[0].count;
    phase_ = Phase::kSum;
  }

  // Resets the sums of both sides before a pass that starts at item `first`. The center of `around`
  // becomes the origin of the moments. `around` is a box around all the items, or the box of one of
  // them.
  void begin_sides(u32 first, const Box& around) {
    sides_[0] = sides_[1] = {};
    origin_ = MomentOrigin<Dim>(around);
    cursor_ = middle_ = first;
  }

  void sum_sides() {
    const BuildNode<Dim>& node = nodes_[at_];
    const u32 until = charge_items(node.first + node.count);
    for (; cursor_ < until; ++cursor_)
      sides_[cursor_ < middle_ ? 0 : 1].add(items_[cursor_], origin_);
    if (cursor_ < node.first + node.count) return;
    if (at_ == 0 && nodes_.size() == 1 && middle_ == node.count) {
      close_side(0, sides_[0], 0, node.count, 0);
      phase_ = Phase::kOpen;
    } else {
      make_children();
    }
  }

  Status open_node() {
    if (at_ == nodes_.size()) return begin_writing();
    const BuildNode<Dim>& node = nodes_[at_];
    node_items_ += node.count;
    work_before_node_ = total_work_ + spent_;
    cursor_ = node.first;
    if (node.count <= rules_.leaf_limit) {
      phase_ = Phase::kLeaf;
      return Status::success();
    }
    if (!nodes_.reserve_pair()) {
      node_items_ -= node.count;
      return Status::out_of_memory();
    }
    if (rules_.split == Split::kBinnedSah) {
      centers_ = {};
      phase_ = Phase::kCenters;
    } else if (is_unbounded(node.box, node.axis())) {
      center_sum_ = 0;
      phase_ = Phase::kMean;
    } else {
      begin_partition({});
    }
    return Status::success();
  }

  static bool is_unbounded(const Box& box, int axis) {
    return box.min[axis] <= -kMaxCoordinate || box.max[axis] >= kMaxCoordinate;
  }

  void sum_centers() {
    const BuildNode<Dim>& node = nodes_[at_];
    const u32 until = charge_items(node.first + node.count);
    for (; cursor_ < until; ++cursor_) {
      const BuildItem& item = items_[cursor_];
      center_sum_ += static_cast<f64>(item.low[node.axis()] + item.high[node.axis()]);
    }
    if (cursor_ < node.first + node.count) return;
    begin_partition({});
    threshold_ = static_cast<f32>(center_sum_ / node.count);
  }

  void copy_leaf() {
    const BuildNode<Dim>& node = nodes_[at_];
    const u32 until = charge_items(node.first + node.count);
    for (; cursor_ < until; ++cursor_) {
      const BuildItem& item = items_[cursor_];
      tree_.items_.data()[cursor_] = {item.template box<Dim>(), item.id()};
    }
    if (cursor_ < node.first + node.count) return;
    unopened_ -= node.count;
    deepest_ = node.depth() > deepest_ ? node.depth() : deepest_;
    nodes_[at_].link = kNone;
    next_node();
  }

  void bound_centers() {
    const BuildNode<Dim>& node = nodes_[at_];
    const u32 until = charge_items(node.first + node.count);
    for (; cursor_ < until; ++cursor_) {
      const simd::F32x4 center = items_[cursor_].center4();
      centers_.add(center, center);
    }
    if (cursor_ < node.first + node.count) return;
    bins_.reset(centers_, node.count);
    cursor_ = node.first;
    phase_ = Phase::kBins;
  }

  void fill_bins() {
    const BuildNode<Dim>& node = nodes_[at_];
    const u32 until = charge_items(node.first + node.count);
    for (; cursor_ < until; ++cursor_) bins_.add(items_[cursor_]);
    if (cursor_ == node.first + node.count) begin_partition(bins_.best_cut());
  }

  // Starts the partition of the current node: by bins if `cut` has an axis, otherwise at the center
  // of the box.
  void begin_partition(const BinnedCut& cut) {
    const BuildNode<Dim>& node = nodes_[at_];
    cut_ = cut;
    axis_ = node.axis();
    threshold_ = node.box.min[axis_] + node.box.max[axis_];
    begin_sides(node.first, node.box);
    phase_ = Phase::kPartition;
  }

  void partition() {
    if (cut_.axis >= 0) {
      part([&](const BuildItem& item) { return bins_.goes_left(item, cut_); });
    } else {
      const int axis = axis_;
      const f32 threshold = threshold_;
      part([=](const BuildItem& item) { return item.low[axis] + item.high[axis] > threshold; });
    }
    const BuildNode<Dim>& node = nodes_[at_];
    if (cursor_ < node.first + node.count) return;
    const u32 left = middle_ - node.first;
    const u32 lesser = left < node.count - left ? left : node.count - left;
    if (lesser == 0 || (node.depth() >= kDeepest && u64{lesser} * kLopsided < node.count)) {
      begin_sides(node.first, node.box);
      middle_ = node.first + node.count / 2;
      phase_ = Phase::kSum;
    } else {
      make_children();
    }
  }

  template <class GoesLeft>
  void part(GoesLeft&& goes_left) {
    const BuildNode<Dim>& node = nodes_[at_];
    const u32 until = charge_items(node.first + node.count);
    BuildItem* items = items_.data();
    u32 middle = middle_;
    for (u32 i = cursor_; i < until; ++i) {
      const BuildItem item = items[i];
      const bool left = goes_left(item);
      sides_[left ? 0 : 1].add(item, origin_);
      if (!left) continue;
      items[i] = items[middle];
      items[middle++] = item;
    }
    middle_ = middle;
    cursor_ = until;
  }

  void make_children() {
    BuildNode<Dim>& node = nodes_[at_];
    const u32 depth = node.depth() + 1;
    const u32 left = nodes_.take_pair();
    const u32 end = node.first + node.count;
    close_side(left, sides_[0], node.first, middle_ - node.first, depth);
    close_side(left + 1, sides_[1], middle_, end - middle_, depth);
    node.link = left;
    next_node();
  }

  [[gnu::noinline]] void close_side(u32 index, const SideSums<Dim>& side, u32 first, u32 count,
                                    u32 depth) {
    nodes_[index] = {side.bounds.template box<Dim>(), first, count, 0};
    nodes_[index].open_at(depth, side.widest_axis(count));
  }

  void next_node() {
    ++at_;
    phase_ = Phase::kOpen;
  }

  Status begin_writing() {
    const u32 count = nodes_.size();
    if (!tree_.nodes_.resize(count) || !open_.reserve(deepest_ + 2)) return Status::out_of_memory();
    const u32 live = static_cast<u32>(items_.size());
    if (!tree_.items_.resize(live)) return Status::out_of_memory();
    tree_.live_ = live;
    tree_.height_ = deepest_;
    open_.push_unchecked({0, 0});
    at_ = 1;  // number of indices used in the tree
    phase_ = Phase::kWriteOut;
    return Status::success();
  }

  // Each iteration pops one open node and pushes at most two nodes, one level deeper. The stack
  // contains at most height + 1 nodes.
  void write_out() {
    while (!open_.empty() && (whole_passes_ || spent_ < limit_)) {
      const OpenNode node = open_.back();
      open_.pop_back();
      ++spent_;
      const BuildNode<Dim>& from = nodes_[node.from];
      NodeT& to = tree_.nodes_[node.to];
      to.box = from.box;
      if (from.is_leaf()) {
        to.set_leaf(from.first, from.count);
        continue;
      }
      to.set_branch(at_);
      branch_area_ += half_area(from.box);
      open_.push_unchecked({from.link + 1, at_ + 1});
      open_.push_unchecked({from.link, at_});
      at_ += 2;
    }
    if (open_.empty()) phase_ = Phase::kDone;
  }

  Array<BuildItem> items_;  // in the order of the leaves after the build
  BuildNodes<Dim> nodes_;
  Array<OpenNode> open_;
  Tree<Dim, NodeT> tree_;
  BuildRules rules_;
  Phase phase_ = Phase::kIdle;
  bool whole_passes_ = false;
  u64 limit_ = 0;  // of this step
  u64 spent_ = 0;  // in this step
  u64 total_work_ = 0;
  u64 node_items_ = 0;
  u64 work_before_node_ = 0;  // work when the current node was opened
  u32 unopened_ = 0;          // items that are not in a finished leaf
  f64 branch_area_ = 0;
  u32 at_ = 0;       // current node
  u32 cursor_ = 0;   // next item of the pass
  u32 middle_ = 0;   // first item of the right side
  u32 deepest_ = 0;  // depth of the deepest leaf
  int axis_ = 0;
  f32 threshold_ = 0;   // twice the center of the box, or the mean of the doubled centers
  f64 center_sum_ = 0;  // twice the sum of the centers, along the axis of an unbounded node
  MomentOrigin<Dim> origin_;
  SideSums<Dim> sides_[2];
  BinnedCut cut_;
  BuildBounds centers_;
  BinnedSplit<Dim> bins_;
};

}  // namespace sapwood::bulk_tree
