// What belongs to the module as a whole: its lists, its version, its memory.
#include <malloc.h>

#include "bind_index.hpp"

using namespace sapwood;
using namespace sapwood::bindings;

namespace {

template <class... S>
std::string describe_structures(TypeList<S...>) {
  std::string lines;
  ((lines += std::string(S::kId) + " " + std::to_string(S::kDim) + " " + capability_names<S>() +
             "|" + class_name<S>() + "\n"),
   ...);
  return lines;
}

// One line a structure and dimension: "id dimensions capabilities|class".
std::string structure_list() { return describe_structures(AllStructures{}); }

template <class... S>
std::string describe_options(const std::string& wanted, TypeList<S...>) {
  std::string text;
  const auto list = [&]<class T>() {
    if (class_name<T>() != wanted) return;
    typename T::Options options;
    OptionLister lister;
    options.describe(lister);
    text = lister.text();
  };
  (list.template operator()<S>(), ...);
  return text;
}

std::string option_list(const std::string& class_name) {
  return describe_options(class_name, AllStructures{});
}

std::string simd_back_end() { return simd::kBackEnd; }

// Bytes that the allocator has handed out, of all indices and buffers together.
f64 heap_in_use() { return static_cast<f64>(static_cast<u32>(mallinfo().uordblks)); }

template <class... S>
i32 position_of(u32 tag, u32 dimensions, TypeList<S...>) {
  i32 position = 0;
  i32 found = -1;
  ((found = structure_tag(S::kId) == tag && S::kDim == dimensions ? position : found, ++position),
   ...);
  return found;
}

}  // namespace

// Which entry of structureList() wrote the bytes that begin with the `length` ones in the scratch
// buffer. Only their head is looked at: sapwood_load() checks the rest.
extern "C" EMSCRIPTEN_KEEPALIVE i32 sapwood_peek(u32 length) {
  const Array<u8>& bytes = results().scratch;
  SerialHeader header;
  IndexPrelude prelude;
  if (length > bytes.size() || length < sizeof(header) + sizeof(prelude)) {
    return answer(Status::bad_data());
  }
  std::memcpy(&header, bytes.data(), sizeof(header));
  std::memcpy(&prelude, bytes.data() + sizeof(header), sizeof(prelude));
  const bool ours = header.magic == kMagic && header.version == kFormatVersion;
  const i32 position =
      ours ? position_of(prelude.structure, prelude.dimensions, AllStructures{}) : -1;
  return position >= 0 ? position : answer(Status::bad_data());
}

EMSCRIPTEN_BINDINGS(sapwood_module) {
  using namespace emscripten;
  value_object<IndexStats>("IndexStats")
      .field("items", &IndexStats::items)
      .field("nodes", &IndexStats::nodes)
      .field("leaves", &IndexStats::leaves)
      .field("height", &IndexStats::height)
      .field("maxImbalance", &IndexStats::max_imbalance)
      .field("areaRatio", &IndexStats::area_ratio)
      .field("sah", &IndexStats::sah)
      .field("reinserts", &IndexStats::reinserts)
      .field("swaps", &IndexStats::swaps)
      .field("axis", &IndexStats::axis)
      .field("cellSize", &IndexStats::cell_size)
      .field("byteLength", &IndexStats::byte_length);
  function("structureList", &structure_list);
  function("optionList", &option_list);
  function("simdBackEnd", &simd_back_end);
  function("heapInUse", &heap_in_use);
}
