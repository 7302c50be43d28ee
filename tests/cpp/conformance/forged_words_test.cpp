// Serialized indices in which one word at a time is replaced, with a correct checksum. Each link,
// count, id and bound is replaced by several plausible wrong values.
#include "conformance/serialization_suite.hpp"
#include "support/subject_tests.hpp"

namespace sapwood::test {

inline std::vector<u32> plausible_words(u32 word, u32 count) {
  std::vector<u32> others{word + 1, word - 1, word ^ 0x80000000u, kNone, kNone - 1, 0x7F800000u};
  for (u32 id = 0; id <= count + 1; ++id) others.push_back(id);
  std::erase(others, word);
  return others;
}

template <int Dim>
struct WordForger {
  const SubjectMaker<Dim>& make;
  const Probes<Dim>& probes;
  Report& report;

  void try_bytes(const Bytes& forgery) const {
    const std::unique_ptr<Subject<Dim>> subject = make();
    const Status status = subject->load(forgery);
    if (!status.ok()) {
      report.require(status.code == StatusCode::kBadData, "load did not return bad data");
      return;
    }
    const Model<Dim> model(subject->items());
    Comparison<Dim> compare(*subject, model, report);
    compare.content();
    compare.pairs();
    compare.queries(probes);
    if (!subject->abilities().dynamic) return;
    // an accepted index must stay usable
    for (const Id id : model.ids()) {
      report.require(subject->remove(id).ok(), "an item cannot be removed");
    }
    Comparison<Dim>(*subject, Model<Dim>(subject->items()), report).content();
  }

  void words_of(const Bytes& bytes, u32 count) const {
    for (size_t at = kPayload; at + 4 <= bytes.size() && !report.full(); at += 4) {
      u32 word;
      std::memcpy(&word, &bytes[at], 4);
      for (const u32 other : plausible_words(word, count)) {
        Report::Context context(report, "word " + std::to_string(at) + " is " + text(other));
        Bytes forgery = bytes;
        std::memcpy(&forgery[at], &other, 4);
        seal(forgery);
        try_bytes(forgery);
      }
    }
  }

  // Replaces each word of the bytes by every other word, so that two parents share a node or two
  // leaves share an item.
  void copies_in(const Bytes& bytes) const {
    for (size_t to = kPayload; to + 4 <= bytes.size() && !report.full(); to += 4) {
      for (size_t from = kPayload; from + 4 <= bytes.size(); from += 4) {
        if (std::memcmp(&bytes[to], &bytes[from], 4) == 0) continue;
        Report::Context context(report, "word " + std::to_string(to) + " as " + text(from));
        Bytes forgery = bytes;
        std::memcpy(&forgery[to], &bytes[from], 4);
        seal(forgery);
        try_bytes(forgery);
      }
    }
  }

 private:
  static constexpr size_t kPayload = sizeof(SerialHeader);
  static std::string text(size_t number) { return std::to_string(number); }
};

template <int Dim>
void every_forged_word_is_rejected_or_sound(const SubjectMaker<Dim>& make, Report& report) {
  const u32 most = light_volume() ? 6 : full_volume() ? 80 : 24;
  for (const u32 count : {2u, most}) {
    Report::Context context(report, "n=" + std::to_string(count));
    const std::vector<Aabb<Dim>> boxes = arrange<Dim>(Layout::kTouchingGrid, count, 5);
    const Probes<Dim> probes = probes_for<Dim>(boxes, 1, count);
    const Bytes bytes = saved(*changed_index(make, count, report), report);
    WordForger<Dim>{make, probes, report}.words_of(bytes, count);
  }
  // if all boxes are equal, the bounds of nodes do not reveal that one item is stored twice and
  // another item is missing
  Report::Context context(report, "equal boxes");
  const std::vector<Aabb<Dim>> boxes = arrange<Dim>(Layout::kIdentical, 3, 5);
  const std::unique_ptr<Subject<Dim>> subject = make();
  report.require(subject->build(boxes).ok(), "build failed");
  const Probes<Dim> probes = probes_for<Dim>(boxes, 1, 3);
  WordForger<Dim>{make, probes, report}.words_of(saved(*subject, report), 3);
}

template <int Dim>
void words_in_two_places_are_rejected_or_sound(const SubjectMaker<Dim>& make, Report& report) {
  const u32 count = light_volume() ? 3 : full_volume() ? 24 : 9;
  const std::vector<Aabb<Dim>> boxes = arrange<Dim>(Layout::kTouchingGrid, count, 5);
  const Probes<Dim> probes = probes_for<Dim>(boxes, 1, count);
  const Bytes bytes = saved(*changed_index(make, count, report), report);
  WordForger<Dim>{make, probes, report}.copies_in(bytes);
}

SAPWOOD_SUBJECT_SUITE(ForgedWords, any_structure);

TEST_P(ForgedWords, Every_forged_word_is_rejected_or_gives_a_sound_index) {
  expect_sound(SAPWOOD_CHECKS(every_forged_word_is_rejected_or_sound));
}
TEST_P(ForgedWords, Words_in_two_places_are_rejected_or_give_a_sound_index) {
  expect_sound(SAPWOOD_CHECKS(words_in_two_places_are_rejected_or_sound));
}

}  // namespace sapwood::test
