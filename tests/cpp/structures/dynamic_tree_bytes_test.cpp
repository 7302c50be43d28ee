// Serialization of the dynamic tree: round trips, and forged bytes with a correct checksum.
#include <cstring>

#include "structures/dynamic_tree_cases.hpp"

namespace sapwood::test::tree_cases {
namespace {

using Bytes = std::vector<u8>;

template <int Dim>
Bytes saved(const DynamicTree<Dim>& tree) {
  Array<u8> bytes;
  ByteWriter writer(bytes);
  tree.save(writer);
  EXPECT_TRUE(writer.finish().ok());
  return {bytes.begin(), bytes.end()};
}

template <int Dim>
bool loads(DynamicTree<Dim>& tree, const Bytes& bytes) {
  ByteReader reader(bytes.data(), bytes.size());
  if (reader.ok()) tree.load(reader);
  return reader.finish();
}

void seal(Bytes& bytes) {
  SerialHeader header;
  std::memcpy(&header, bytes.data(), sizeof(header));
  header.length = bytes.size();
  header.checksum = checksum(bytes.data() + sizeof(header), bytes.size() - sizeof(header));
  std::memcpy(bytes.data(), &header, sizeof(header));
}

template <int Dim>
DynamicTree<Dim> worn_tree(const DynamicTreeOptions& options = {}) {
  DynamicTree<Dim> tree(options);
  build(tree, cloud<Dim>(9, 3, 51));
  EXPECT_TRUE(tree.set_filter(2, {4, 5}).ok());
  EXPECT_TRUE(tree.remove(4).ok());
  EXPECT_TRUE(tree.remove(6).ok());
  insert(tree, cloud<Dim>(1, 3, 52)[0]);
  move(tree, 0, shifted(tree.items().box(0), 1));
  return tree;
}

TEST(DynamicTree, T42_a_round_trip_keeps_the_whole_tree) {
  const DynamicTree<3> tree = worn_tree<3>();
  DynamicTree<3> copy;
  ASSERT_TRUE(loads(copy, saved(tree)));
  EXPECT_EQ(saved(copy), saved(tree));
  EXPECT_EQ(faults_of(copy), std::vector<std::string>{});
  EXPECT_EQ(found_pairs(copy), found_pairs(tree));
  EXPECT_EQ(copy.stats().reinserts, 1);
  EXPECT_EQ(insert(copy, row<3>(1, 1)[0]), 6u);
  Array<IdPair> begins, ends;
  ASSERT_TRUE(copy.update_pairs(begins, ends).ok());
  EXPECT_EQ(begins.size(), expected_pairs(copy).size());
}

TEST(DynamicTree, T42_a_round_trip_keeps_an_empty_tree) {
  DynamicTree<2> tree;
  insert(tree, row<2>(1, 1)[0]);
  ASSERT_TRUE(tree.remove(0).ok());
  DynamicTree<2> copy;
  ASSERT_TRUE(loads(copy, saved(tree)));
  EXPECT_EQ(insert(copy, row<2>(1, 1)[0]), 0u);
}

template <int Dim>
bool accepts_soundly(const Bytes& bytes) {
  DynamicTree<Dim> tree;
  if (!loads(tree, bytes)) return false;
  EXPECT_EQ(faults_of(tree), std::vector<std::string>{});
  EXPECT_EQ(found_pairs(tree), expected_pairs(tree));
  for (const Id id : live_ids(tree)) EXPECT_TRUE(tree.remove(id).ok());
  insert_all(tree, row<Dim>(4, 1));
  EXPECT_EQ(faults_of(tree), std::vector<std::string>{});
  return true;
}

template <int Dim>
void expect_forged_words_to_be_harmless() {
  const Bytes sound = saved(worn_tree<Dim>());
  ASSERT_TRUE(accepts_soundly<Dim>(sound));
  u32 rejected = 0;
  for (size_t at = sizeof(SerialHeader); at + 4 <= sound.size(); at += 4) {
    u32 old;
    std::memcpy(&old, &sound[at], 4);
    for (const u32 word : {0u, 1u, 2u, 15u, old + 1, old - 1, old ^ 0x80000000u, 0x7F800000u,
                           0x7FFFFFFFu, 0xFFFFFFFEu, 0xFFFFFFFFu}) {
      if (word == old) continue;
      Bytes forged = sound;
      std::memcpy(&forged[at], &word, 4);
      seal(forged);
      rejected += accepts_soundly<Dim>(forged) ? 0 : 1;
    }
  }
  // on average, at least 5 of the 11 wrong values of a word are detected
  EXPECT_GT(rejected, sound.size() / 4 * 5);
}
TEST(DynamicTree, T42_any_forged_word_is_rejected_or_harmless) {
  expect_forged_words_to_be_harmless<2>();
  expect_forged_words_to_be_harmless<3>();
}

TEST(DynamicTree, T42_random_forgeries_are_rejected_or_harmless) {
  const Bytes sound = saved(worn_tree<2>());
  Random random(53);
  for (int i = 0; i < 20000; ++i) {
    Bytes forged = sound;
    for (u32 changes = 1 + random.below(3); changes > 0; --changes) {
      const size_t words = (sound.size() - sizeof(SerialHeader)) / 4;
      const size_t at = sizeof(SerialHeader) + 4 * random.below(static_cast<u32>(words));
      const u32 word = random.one_in(8) ? kNone : random.below(20);
      std::memcpy(&forged[at], &word, 4);
    }
    if (random.one_in(10)) forged.resize(forged.size() - 1 - random.below(40));
    seal(forged);
    accepts_soundly<2>(forged);
  }
}

// Returns the words that encode the shape of the tree, one for each node. The fat boxes (here two
// empty arrays) and the boxes of the items follow them in the bytes.
u8* shape_in(Bytes& bytes, u32 items) {
  const size_t tail = items * sizeof(Aabb<2>) + 2 * sizeof(u64);
  return &bytes[bytes.size() - tail - (2 * items - 1) * sizeof(u32)];
}
u32 word_at(const u8* words, u32 node) {
  u32 word;
  std::memcpy(&word, words + node * sizeof(u32), sizeof(word));
  return word;
}

TEST(DynamicTree, T42_a_node_below_itself_is_rejected) {
  DynamicTree<2> tree;
  build(tree, cloud<2>(4, 3, 54));
  const Bytes sound = saved(tree);
  u32 tries = 0;
  for (u32 node = 0; node < 7; ++node) {
    Bytes forged = sound;
    u8* const words = shape_in(forged, 4);
    const u32 word = word_at(words, node);
    if ((word & dynamic_tree::kLeafBit) != 0) continue;
    for (u32 pair = 0; pair < 4; ++pair) {
      if (pair == word) continue;
      std::memcpy(words + node * sizeof(u32), &pair, sizeof(pair));
      seal(forged);
      DynamicTree<2> copy;
      EXPECT_FALSE(loads(copy, forged)) << node << " " << pair;
      ++tries;
    }
  }
  EXPECT_EQ(tries, 9u);
}

TEST(DynamicTree, T42_an_item_in_two_leaves_is_rejected) {
  DynamicTree<2> tree;
  build(tree, Boxes<2>(4, cloud<2>(1, 3, 54)[0]));
  Bytes forged = saved(tree);
  u8* const words = shape_in(forged, 4);
  u32 leaves = 0;
  for (u32 node = 0; node < 7; ++node) {
    if ((word_at(words, node) & dynamic_tree::kLeafBit) == 0) continue;
    const u32 word = dynamic_tree::kLeafBit | (leaves++ == 0 ? 1 : 2);
    std::memcpy(words + node * sizeof(u32), &word, sizeof(word));
  }
  EXPECT_EQ(leaves, 4u);
  seal(forged);
  DynamicTree<2> copy;
  EXPECT_FALSE(loads(copy, forged));
}

TEST(DynamicTree, T42_validate_names_the_broken_invariant) {
  DynamicTree<2> tree;
  build(tree, cloud<2>(4, 3, 55));
  const ItemStore<2>& items = tree.items();
  dynamic_tree::Tree<2> copy = copy_of(tree);
  constexpr u32 kRoot = dynamic_tree::Tree<2>::kRoot;
  const auto faults = [&] {
    Faults found;
    dynamic_tree::TreeValidator<2>(copy, items, found).run();
    return found.lines();
  };
  EXPECT_EQ(faults(), std::vector<std::string>{});
  copy[kRoot].height += 1;
  EXPECT_EQ(faults(), (std::vector<std::string>{"height wrong in node 1"}));
  copy[kRoot].height -= 1;
  copy[kRoot].box.max[0] += 1;
  EXPECT_EQ(faults().size(), 1u);
  copy[kRoot].box.max[0] -= 1;
  copy[copy.leaf_of(0)].box.min[0] -= 1;  // differs from the copy by id and from the parent
  EXPECT_EQ(faults().size(), 2u);
  copy[copy.leaf_of(0)].box.min[0] += 1;
  const u32 first = copy[kRoot].link;
  copy.set_parent(first, first);
  EXPECT_EQ(faults(), (std::vector<std::string>{"parent link wrong in node 2"}));
  copy.set_parent(first, kRoot);
  EXPECT_EQ(faults(), std::vector<std::string>{});
  // the items of two leaves are swapped, so the links and the fat boxes of both ids belong to the
  // other leaf
  std::swap(copy[copy.leaf_of(0)].link, copy[copy.leaf_of(1)].link);
  EXPECT_EQ(faults().size(), 4u);
  std::swap(copy[copy.leaf_of(0)].link, copy[copy.leaf_of(1)].link);
  // the root is a leaf, so no other node is reachable
  copy[kRoot] = copy[copy.leaf_of(0)];
  EXPECT_GE(faults().size(), 1u);
}

}  // namespace
}  // namespace sapwood::test::tree_cases
