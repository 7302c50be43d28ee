// What belongs to the module as a whole: its lists, its version, its memory.
#include <malloc.h>

#include <array>

#include "bind_index.hpp"

using namespace sapwood;
using namespace sapwood::bindings;

namespace {

template <class S>
std::string option_text() {
  typename S::Options options;
  OptionLister lister;
  options.describe(lister);
  return lister.text();
}

struct Entry {
  ListedStructure structure;
  std::string (*options)();
};

template <class... S>
constexpr auto entries_of(TypeList<S...>) {
  return std::array<Entry, sizeof...(S)>{Entry{listed<S>(), &option_text<S>}...};
}

constexpr auto kEntries = entries_of(AllStructures{});

// One line a structure and dimension: "id dimensions capabilities|class".
std::string structure_list() {
  std::string lines;
  for (const auto& [structure, options] : kEntries) {
    lines += structure.id;
    lines += ' ';
    lines += static_cast<char>('0' + structure.dimensions);
    for (u32 i = 0; i < std::size(kCapabilities); ++i) {
      if ((structure.capabilities >> i & 1) == 0) continue;
      lines += ' ';
      lines += kCapabilities[i];
    }
    lines += '|';
    lines += class_name(structure.id, structure.dimensions);
    lines += '\n';
  }
  return lines;
}

std::string option_list(const std::string& wanted) {
  for (const auto& [structure, options] : kEntries) {
    if (class_name(structure.id, structure.dimensions) == wanted) return options();
  }
  return {};
}

std::string simd_back_end() { return simd::kBackEnd; }

// Bytes that the allocator has handed out, of all indices and buffers together.
f64 heap_in_use() { return static_cast<f64>(static_cast<u32>(mallinfo().uordblks)); }

// In structure_list(), or -1.
i32 position_of(u32 tag, u32 dimensions) {
  for (u32 i = 0; i < kEntries.size(); ++i) {
    const ListedStructure& listed = kEntries[i].structure;
    const bool same = structure_tag(listed.id) == tag;
    if (same && static_cast<u32>(listed.dimensions) == dimensions) return static_cast<i32>(i);
  }
  return -1;
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
  const i32 position = ours ? position_of(prelude.structure, prelude.dimensions) : -1;
  return position >= 0 ? position : answer(Status::bad_data());
}

template <class... S>
void bind_all(TypeList<S...>) {
  (bind_index<S>(), ...);
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
  bind_all(AllStructures{});
  function("structureList", &structure_list);
  function("optionList", &option_list);
  function("simdBackEnd", &simd_back_end);
  function("heapInUse", &heap_in_use);
}
