// R-tree nodes broken on purpose, and forged bytes.
#include "structures/rtree_cases.hpp"

#include "sapwood/core/entry_tree/inspect.hpp"
#include "sapwood/structures/rtree/r_tree/r_tree.hpp"

namespace sapwood::test {
namespace {

class TwoLeaves : public ::testing::Test {
 protected:
  using Tree = entry_tree::Tree<2>;

  void SetUp() override {
    for (u32 i = 0; i < 6; ++i) {
      const f32 x = static_cast<f32>(2 * i);
      boxes_.push_back({{x, 0}, {x + 1, 1}});
    }
    ASSERT_TRUE(items_.reserve(6) && tree_.reserve_more(3) && tree_.reserve_ids(6));
    items_.assign(boxes_.data(), 6);
    tree_.add_ids(6);
    root_ = tree_.acquire(1);
    for (u32 leaf = 0; leaf < 2; ++leaf) {
      const u32 at = tree_.acquire(0);
      for (Id id = 3 * leaf; id < 3 * leaf + 3; ++id) tree_.append(at, {boxes_[id], id});
      tree_.refit_node(at);
      tree_.append(root_, {tree_.node(at).box, at});
    }
    tree_.refit_node(root_);
    tree_.set_root(root_);
  }

  entry_tree::Node<2>& node(u32 at) { return const_cast<entry_tree::Node<2>&>(tree_.node(at)); }
  bool sound(u32 least = 3) const {
    Faults faults;
    entry_tree::Validator<2>(tree_, items_, faults).run({least, 2}, 6);
    return faults.empty();
  }

  std::vector<Aabb<2>> boxes_;
  ItemStore<2> items_;
  Tree tree_{4};
  u32 root_ = kNone;
};

TEST_F(TwoLeaves, Are_sound) { EXPECT_TRUE(sound()); }
TEST_F(TwoLeaves, With_too_few_entries_are_not_sound) { EXPECT_FALSE(sound(4)); }
TEST_F(TwoLeaves, With_a_box_different_from_the_union_are_not_sound) {
  node(root_).box.max[1] += 1;
  EXPECT_FALSE(sound());
}
TEST_F(TwoLeaves, With_a_wrong_parent_are_not_sound) {
  node(tree_.refs(root_)[1]).parent = tree_.refs(root_)[0];
  EXPECT_FALSE(sound());
}

// Returns the result of loading a tree of these nodes. The tree has eight items; ids 0 and 8 are
// free.
StatusCode loaded(u32 levels, std::vector<u32> counts, std::vector<Id> ids) {
  RTreeOptions options;
  options.fan_out = 4;
  RTree<2> source(options);
  EXPECT_TRUE(build(source, uniform_boxes<2>(10, 0, 9, 1, 3)).ok());
  EXPECT_TRUE(source.remove(8).ok() && source.remove(0).ok());
  Array<u8> bytes;
  ByteWriter writer(bytes);
  source.items().save(writer);
  writer.value(levels);
  writer.value(u64{counts.size()});
  writer.words(counts.data(), counts.size());
  writer.value(u64{ids.size()});
  writer.words(ids.data(), ids.size());
  EXPECT_TRUE(writer.finish().ok());
  ByteReader reader(bytes.data(), bytes.size());
  RTree<2> tree(options);
  tree.load(reader);
  reader.finish();
  return reader.status().code;
}

TEST(RTree, T26_bytes_with_an_invalid_shape_of_the_tree_are_rejected) {
  EXPECT_EQ(loaded(2, {2, 4, 4}, {1, 2, 3, 4, 5, 6, 7, 9}), StatusCode::kOk);
  const StatusCode bad = StatusCode::kBadData;
  EXPECT_EQ(loaded(2, {2, 4, 4}, {1, 2, 3, 4, 5, 6, 7, 7}), bad) << "duplicate id";
  EXPECT_EQ(loaded(2, {2, 4, 4}, {1, 2, 3, 4, 5, 6, 7, 8}), bad) << "a removed id";
  EXPECT_EQ(loaded(2, {2, 7, 1}, {1, 2, 3, 4, 5, 6, 7, 9}), bad) << "counts beyond the fan-out";
  EXPECT_EQ(loaded(2, {2, 5, 3}, {1, 2, 3, 4, 5, 6, 7, 9}), bad) << "a leaf of five";
  EXPECT_EQ(loaded(3, {2, 2, 1, 3, 3, 2}, {1, 2, 3, 4, 5, 6, 7, 9}), bad) << "a node of one";
  EXPECT_EQ(loaded(2, {3, 4, 4}, {1, 2, 3, 4, 5, 6, 7, 9}), bad) << "a node that is not there";
  EXPECT_EQ(loaded(2, {2, 4, 3}, {1, 2, 3, 4, 5, 6, 7, 9}), bad) << "an id too many";
  EXPECT_EQ(loaded(2, {2, 4, 3}, {1, 2, 3, 4, 5, 6, 7}), bad) << "an item in no leaf";
}

}  // namespace
}  // namespace sapwood::test
