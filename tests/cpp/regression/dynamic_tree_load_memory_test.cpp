// load() reported bad data for valid bytes if it could not allocate memory for its check, or for
// the description of a fault. In both cases it must return out_of_memory.
#include <gtest/gtest.h>

#include "sapwood/structures/bvh/dynamic_tree/dynamic_tree.hpp"
#include "support/allocations.hpp"
#include "support/layouts.hpp"

namespace sapwood::test {
namespace {

Array<u8> saved_tree() {
  DynamicTree<2> tree;
  const std::vector<Aabb<2>> boxes = arrange<2>(Layout::kUniform, 64, 1);
  EXPECT_TRUE(tree.build(boxes.data(), 64).ok());
  Array<u8> bytes;
  ByteWriter writer(bytes);
  tree.save(writer);
  EXPECT_TRUE(writer.finish().ok());
  return bytes;
}

// Returns whether an allocation failed.
bool load_without_memory(const Array<u8>& bytes, u32 skip, Status& status) {
  DynamicTree<2> tree;
  ByteReader reader(bytes.data(), bytes.size());
  const FailingAllocations failing(skip, AllocationFailure::kThisAndLater);
  tree.load(reader);
  status = reader.status();
  return failing.triggered();
}

TEST(Regression, A_dynamic_tree_that_fails_to_allocate_for_its_check_is_not_bad_data) {
  const Array<u8> bytes = saved_tree();
  Status status;
  u32 skip = 0;
  for (; load_without_memory(bytes, skip, status); ++skip) {
    EXPECT_EQ(status.code, StatusCode::kOutOfMemory) << "allocation " << skip;
  }
  EXPECT_TRUE(status.ok());
  EXPECT_GT(skip, 0u);
}

}  // namespace
}  // namespace sapwood::test
