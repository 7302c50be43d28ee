#include "sapwood/core/item_store.hpp"

#include <gtest/gtest.h>

#include "sapwood/core/serialize.hpp"

namespace sapwood::test {
namespace {

Array<u8> with_filters(u32 count) {
  IdPool ids;
  EXPECT_TRUE(ids.reserve(3));
  ids.assign(3);
  Array<Aabb<2>> boxes;
  Array<Filter> filters;
  EXPECT_TRUE(boxes.resize(3, {{0, 0}, {1, 1}}) && filters.resize(count));
  Array<u8> bytes;
  ByteWriter writer(bytes);
  ids.save(writer);
  writer.tail(boxes);
  writer.value(u32{1});
  writer.array(filters);
  EXPECT_TRUE(writer.finish().ok());
  return bytes;
}

TEST(ItemStore, Accepts_bytes_only_with_no_filters_or_one_for_every_id) {
  for (const u32 count : {0u, 2u, 3u, 4u}) {
    const Array<u8> bytes = with_filters(count);
    ByteReader reader(bytes.data(), bytes.size());
    ItemStore<2> items;
    items.load(reader);
    EXPECT_EQ(reader.finish(), count == 3) << count;
  }
}

}  // namespace
}  // namespace sapwood::test
