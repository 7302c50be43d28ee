// The five invariants of the tree, each broken on purpose; forged bytes; failed allocations.
#include "structures/static_tree_cases.hpp"
#include "support/allocations.hpp"

namespace sapwood::test {
namespace {

class StaticTreeRelations : public ::testing::Test {
 protected:
  using Node = bulk_tree::Node<3>;

  std::vector<Aabb<3>> boxes_ = arrange<3>(Layout::kUniform, 100, 1);
  CoreTree<3> made_ = core_tree<3>(boxes_, 3);

  Node& node(u32 index) { return const_cast<Node&>(made_.tree.node(index)); }
  bulk_tree::LeafItem<3>& item(u32 position) {
    return const_cast<bulk_tree::LeafItem<3>&>(made_.tree.item(position));
  }
  u32 first_leaf() const {
    u32 index = 0;
    while (!made_.tree.node(index).is_leaf()) ++index;
    return index;
  }
  bool sound() const { return faults_of(made_, boxes_).empty(); }
  bool links_sound() const {
    Faults faults;
    bulk_tree::Validator validator(made_.tree, faults);
    EXPECT_TRUE(validator.reserve(100));
    return validator.check_links();
  }
};

TEST_F(StaticTreeRelations, PX17_a_sound_tree_has_no_faults) { EXPECT_TRUE(sound()); }

TEST_F(StaticTreeRelations, PX17_detects_a_wrong_box) {
  boxes_[40] = Aabb<3>{{500, 500, 500}, {501, 501, 501}};
  EXPECT_FALSE(sound());
}

TEST_F(StaticTreeRelations, PX17_detects_swapped_and_duplicate_ids) {
  std::swap(item(0).id, item(50).id);
  EXPECT_FALSE(sound());
  std::swap(item(0).id, item(50).id);
  item(7).id = item(8).id;
  EXPECT_FALSE(sound());
}

TEST_F(StaticTreeRelations, PX17_detects_wrong_ranges_boxes_and_links_of_nodes) {
  const u32 leaf = first_leaf();
  const Node old = node(leaf);
  node(leaf).set_leaf(old.first() + 1, old.count());
  EXPECT_FALSE(sound());
  node(leaf) = old;
  node(leaf).box.max[1] += 1;
  EXPECT_FALSE(sound());
  node(leaf) = old;
  const Node root = node(0);
  for (const u32 left : {0u, 2u, 3u, 99999u}) {
    node(0).set_branch(left);
    EXPECT_FALSE(sound()) << "left child " << left;
  }
  node(0) = root;
  EXPECT_TRUE(sound());
}

TEST_F(StaticTreeRelations, PX17_detects_children_stored_before_their_parent) {
  EXPECT_TRUE(links_sound());
  const u32 second = node(1).left();
  const u32 third = node(second).left();
  // the root links to node `second`, which links to node 1, so node 1 is stored before its parent;
  // each pair of children still has one parent
  node(0).set_branch(second);
  node(second).set_branch(1);
  node(1).set_branch(third);
  EXPECT_FALSE(links_sound());
}

TEST_F(StaticTreeRelations, PX17_detects_children_with_two_parents) {
  // a leaf becomes a second parent of the last two nodes
  node(first_leaf()).set_branch(made_.tree.node_count() - 2);
  EXPECT_FALSE(links_sound());
}

TEST_F(StaticTreeRelations, PX17_detects_a_wrong_parent) {
  ASSERT_TRUE(made_.tree.prepare_refit());
  // the subtrees of nodes 1 and 2 are swapped: links, order and parity stay valid
  std::swap(node(1), node(2));
  EXPECT_FALSE(sound());
}

TEST_F(StaticTreeRelations, PX17_detects_a_wrong_map) {
  made_.map[3] = made_.map[3] == first_leaf() ? 0 : first_leaf();
  EXPECT_FALSE(sound());
}

template <int Dim>
std::vector<u32> words_of(const StaticTree<Dim>& index) {
  Array<u8> bytes;
  ByteWriter writer(bytes);
  index.save(writer);
  EXPECT_TRUE(writer.finish().ok());
  std::vector<u32> words((bytes.size() - sizeof(SerialHeader)) / 4);
  std::memcpy(words.data(), bytes.data() + sizeof(SerialHeader), words.size() * 4);
  return words;
}

// An accepted tree must be sound.
template <int Dim>
bool loads(const std::vector<u32>& words) {
  Array<u8> bytes;
  ByteWriter writer(bytes);
  writer.words(words.data(), words.size());
  EXPECT_TRUE(writer.finish().ok());
  StaticTree<Dim> index;
  ByteReader reader(bytes.data(), bytes.size());
  index.load(reader);
  if (!reader.finish()) return false;
  EXPECT_EQ(faults_of(index), std::vector<std::string>{});
  EXPECT_EQ(found_pairs(index), expected_pairs(index));
  return true;
}

TEST(StaticTree, PX17_forged_words_are_rejected_or_sound) {
  StaticTree<2> index = static_tree<2>(arrange<2>(Layout::kUniform, 40, 1));
  ASSERT_TRUE(index.remove(7).ok());
  insert(index, point(3, 3));
  insert(index, point(4, 4));
  const std::vector<u32> words = words_of(index);
  ASSERT_TRUE(loads<2>(words));
  u32 rejected = 0;
  for (size_t at = 0; at < words.size(); ++at) {
    for (const u32 change : {1u, 2u, 0x20u, 0x40u, 0x80000000u, 0xFFFFFFFFu}) {
      auto forged = words;
      forged[at] ^= change;
      rejected += loads<2>(forged) ? 0 : 1;
    }
  }
  EXPECT_GT(rejected, 100u);
}

TEST(StaticTree, PX17_serialization_keeps_the_tree) {
  StaticTree<3> index = static_tree<3>(arrange<3>(Layout::kClustered, 500, 1));
  for (const Aabb<3>& box : arrange<3>(Layout::kUniform, 100, 2)) insert(index, box);
  ASSERT_TRUE(index.flush().ok());
  Array<u8> bytes;
  ByteWriter writer(bytes);
  index.save(writer);
  ASSERT_TRUE(writer.finish().ok());
  StaticTree<3> loaded;
  ByteReader reader(bytes.data(), bytes.size());
  loaded.load(reader);
  ASSERT_TRUE(reader.finish());
  EXPECT_TRUE(same_nodes(index.tree(), loaded.tree()));
}

// `run` returns its status and must leave the index sound.
template <class Make, class Run>
void fail_each_allocation(Make&& make, Run&& run) {
  for (u32 skip = 0; skip < 100; ++skip) {
    auto index = make();
    const auto pairs = expected_pairs(index);
    bool triggered = false;
    Status status;
    {
      const FailingAllocations failing(skip, AllocationFailure::kOne);
      status = run(index);
      triggered = failing.triggered();
    }
    ASSERT_EQ(faults_of(index), std::vector<std::string>{});
    if (!triggered) {
      ASSERT_TRUE(status.ok());
      return;
    }
    if (!status.ok()) {
      ASSERT_EQ(status.code, StatusCode::kOutOfMemory);
      ASSERT_EQ(found_pairs(index), pairs);
      ASSERT_TRUE(run(index).ok()) << "the same call fails with memory too";
    }
  }
  FAIL() << "no end of allocations";
}

TEST(StaticTree, PX7_a_failed_allocation_in_a_build_in_steps_leaves_the_index_sound) {
  const auto before = arrange<2>(Layout::kUniform, 60, 1);
  const auto after = arrange<2>(Layout::kUniform, 1500, 2);
  const auto make = [&] { return static_tree<2>(before); };
  fail_each_allocation(make, [&](auto& index) { return index.begin_build(after.data(), 1500); });
  const auto made = [&] {
    auto index = static_tree<2>(before);
    EXPECT_TRUE(index.begin_build(after.data(), 1500).ok());
    return index;
  };
  fail_each_allocation(made, [&](auto& index) {
    u32 work = 0;
    bool done = false;
    while (!done) {
      if (Status status = index.step_build(1000, work, done); !status.ok()) return status;
    }
    EXPECT_EQ(index.items().size(), 1500u);
    return Status::success();
  });
}

TEST(StaticTree, PX13_a_failed_allocation_in_a_merge_leaves_the_index_sound) {
  const auto boxes = arrange<2>(Layout::kUniform, 60, 1);
  auto other = static_tree<2>(boxes);
  ASSERT_TRUE(other.set_filter(3, {2, 7}).ok());
  const auto make = [&] {
    auto index = static_tree<2>(boxes);
    EXPECT_TRUE(index.remove(5).ok());
    insert(index, point(1, 1));
    return index;
  };
  for (const bool flushed : {true, false}) {
    if (!flushed) insert(other, point(2, 2));
    fail_each_allocation(make, [&](auto& index) {
      Array<Id> ids;
      return index.merge(other, ids);
    });
  }
}

}  // namespace
}  // namespace sapwood::test
