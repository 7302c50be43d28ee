// Serialization of an index: round trips, damaged bytes, and forged bytes with a correct checksum.
#pragma once

#include "conformance/queries_suite.hpp"
#include "support/random.hpp"
#include "support/volume.hpp"

namespace sapwood::test {

using Bytes = std::vector<u8>;

template <int Dim>
Bytes saved(const Subject<Dim>& subject, Report& report) {
  Array<u8> bytes;
  report.require(subject.save(bytes).ok(), "save failed");
  return {bytes.begin(), bytes.end()};
}

template <int Dim>
std::unique_ptr<Subject<Dim>> changed_index(const SubjectMaker<Dim>& make, u32 count,
                                            Report& report) {
  const std::vector<Aabb<Dim>> boxes = arrange<Dim>(Layout::kTouchingGrid, count, 5);
  std::unique_ptr<Subject<Dim>> subject = make();
  report.require(subject->build(boxes).ok(), "build failed");
  if (!subject->abilities().dynamic) return subject;
  for (Id id = 0; id < count; ++id) {
    bool changed = false;
    const Status status = id % 5 == 1   ? subject->remove(id)
                          : id % 5 == 2 ? subject->move(id, boxes[id / 2], {}, changed)
                          : id % 5 == 3 ? subject->set_filter(id, {2, 3})
                                        : Status::success();
    report.require(status.ok(), "a mutation failed");
  }
  for (Id id = 0; count > 2 && id < 2; ++id) {
    Id pending = kNone;
    report.require(subject->insert(boxes[id], {}, pending).ok(), "an insertion failed");
  }
  return subject;
}

template <int Dim>
void round_trips_keep_results_and_bytes(const SubjectMaker<Dim>& make, Report& report) {
  for (const u32 count : {0u, 1u, 2u, 9u, 33u, 200u}) {
    Report::Context context(report, "n=" + std::to_string(count));
    const std::unique_ptr<Subject<Dim>> first = changed_index(make, count, report);
    const Bytes bytes = saved(*first, report);
    const std::unique_ptr<Subject<Dim>> second = make();
    report.require(second->build(arrange<Dim>(Layout::kUniform, 7, 1)).ok(), "build failed");
    report.require(second->load(bytes).ok(), "load rejects what save wrote");
    report.require(saved(*second, report) == bytes, "saving again gives other bytes");
    const Model<Dim> model(first->items());
    const std::vector<Aabb<Dim>> boxes = arrange<Dim>(Layout::kTouchingGrid, count, 5);
    Comparison<Dim>(*second, model, report).everything(probes_for<Dim>(boxes, 10, count));
  }
}

// Requires that the saved bytes of an index can be loaded, and that the results equal those of
// `model`.
template <int Dim>
void expect_loads(const Subject<Dim>& subject, const Model<Dim>& model,
                  const SubjectMaker<Dim>& make, const Probes<Dim>& probes, Report& report) {
  const std::unique_ptr<Subject<Dim>> loaded = make();
  report.require(loaded->load(saved(subject, report)).ok(), "load rejects what save wrote");
  Comparison<Dim>(*loaded, model, report).everything(probes);
}

// After removals, an index can have many more nodes than items. Removing the highest ids and
// shrinking also reduces the range of ids.
template <int Dim>
void round_trips_after_removals_keep_results(const SubjectMaker<Dim>& make, Report& report) {
  constexpr u32 kItems = 300;
  const std::vector<Aabb<Dim>> boxes = arrange<Dim>(Layout::kUniform, kItems, 5);
  const Probes<Dim> probes = probes_for<Dim>(boxes, 4, 5);
  for (const u32 left : {kItems * 3 / 4, kItems * 51 / 100, kItems / 3, 3u, 0u}) {
    Report::Context context(report, "left=" + std::to_string(left));
    const std::unique_ptr<Subject<Dim>> subject = make();
    report.require(subject->build(boxes).ok(), "build failed");
    if (!subject->abilities().dynamic) return;
    const std::vector<Aabb<Dim>> remaining(boxes.begin(), boxes.begin() + left);
    const Model<Dim> model(remaining);
    for (Id id = kItems; id-- > left;) report.require(subject->remove(id).ok(), "remove failed");
    expect_loads(*subject, model, make, probes, report);
    subject->shrink();
    expect_loads(*subject, model, make, probes, report);
    report.require(subject->flush().ok(), "flush failed");
    expect_loads(*subject, model, make, probes, report);
    subject->shrink();
    expect_loads(*subject, model, make, probes, report);
  }
}

// An index with known items, which a failed load() must not change.
template <int Dim>
class LoadTarget {
 public:
  LoadTarget(const SubjectMaker<Dim>& make, Report& report)
      : subject_(make()), model_(boxes_), report_(report) {
    report.require(subject_->build(boxes_).ok(), "build failed");
  }

  void expect_rejected(const Bytes& bytes) {
    const Status status = subject_->load(bytes);
    report_.require(status.code == StatusCode::kBadData, "the bytes were not rejected as bad data");
  }
  void expect_unchanged() {
    Comparison<Dim>(*subject_, model_, report_).everything(probes_for<Dim>(boxes_, 4, 1));
  }

 private:
  std::vector<Aabb<Dim>> boxes_ = arrange<Dim>(Layout::kUniform, 9, 2);
  std::unique_ptr<Subject<Dim>> subject_;
  Model<Dim> model_;
  Report& report_;
};

template <int Dim>
void truncated_and_extended_bytes_are_rejected(const SubjectMaker<Dim>& make, Report& report) {
  LoadTarget<Dim> target(make, report);
  for (const u32 count : {0u, 1u, 17u}) {
    const Bytes bytes = saved(*changed_index(make, count, report), report);
    for (size_t length = 0; length < bytes.size(); ++length) {
      Report::Context context(
          report, "n=" + std::to_string(count) + " cut to " + std::to_string(length) + " bytes");
      target.expect_rejected({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length)});
    }
    Bytes longer = bytes;
    longer.push_back(0);
    target.expect_rejected(longer);
  }
  target.expect_unchanged();
}

template <int Dim>
void every_flipped_byte_is_rejected(const SubjectMaker<Dim>& make, Report& report) {
  LoadTarget<Dim> target(make, report);
  const Bytes bytes = saved(*changed_index(make, 17, report), report);
  for (size_t at = 0; at < bytes.size(); ++at) {
    Report::Context context(report, "byte " + std::to_string(at) + " flipped");
    for (const int mask : {0xFF, 1 << at % 8}) {
      Bytes damaged = bytes;
      damaged[at] = static_cast<u8>(damaged[at] ^ mask);
      target.expect_rejected(damaged);
    }
  }
  target.expect_unchanged();
}

inline void seal(Bytes& bytes) {
  const size_t payload = bytes.size() - sizeof(SerialHeader);
  const SerialHeader header{kMagic, kFormatVersion, bytes.size(),
                            checksum(bytes.data() + sizeof(SerialHeader), payload)};
  std::memcpy(bytes.data(), &header, sizeof(header));
}

// Returns the bytes with one to three changes of a byte or a word and a correct checksum. Words
// become small, extreme, or copies of other words. Some of the results are also truncated.
inline Bytes forged(const Bytes& bytes, Random& random) {
  constexpr u32 kExtreme[] = {0, 1, 2, 0x7FFFFFFFu, 0x80000000u, 0xFFFFFFFEu, 0xFFFFFFFFu};
  Bytes forgery = bytes;
  const auto payload = static_cast<u32>(bytes.size() - sizeof(SerialHeader));
  const auto any_byte = [&] { return sizeof(SerialHeader) + random.below(payload); };
  const auto any_word = [&] { return sizeof(SerialHeader) + random.below(payload / 4) * 4; };
  for (u32 edits = 1 + random.below(3); edits > 0; --edits) {
    const u32 kind = random.below(8);
    u32 word = random.one_in(2) ? random.below(40) : kExtreme[random.below(7)];
    if (kind < 3) {
      forgery[any_byte()] = static_cast<u8>(random.below(256));
    } else {
      if (kind == 3) std::memcpy(&word, forgery.data() + any_word(), sizeof(word));
      std::memcpy(forgery.data() + any_word(), &word, sizeof(word));
    }
  }
  if (random.one_in(16)) forgery.resize(any_byte());
  seal(forgery);
  return forgery;
}

template <int Dim>
void forged_bytes_are_rejected_or_sound(u32 count, u32 tries, const SubjectMaker<Dim>& make,
                                        Report& report) {
  const Bytes bytes = saved(*changed_index(make, count, report), report);
  const std::vector<Aabb<Dim>> boxes = arrange<Dim>(Layout::kTouchingGrid, count, 5);
  const Probes<Dim> probes = probes_for<Dim>(boxes, 3, count);
  for (u32 seed = 0; seed < tries && !report.full(); ++seed) {
    Report::Context context(report,
                            "n=" + std::to_string(count) + " forgery " + std::to_string(seed));
    Random random(seed);
    const Bytes forgery = forged(bytes, random);
    const std::unique_ptr<Subject<Dim>> subject = make();
    const Status status = subject->load(forgery);
    report.require(status.ok() || status.code == StatusCode::kBadData,
                   "load returned neither ok nor bad data, or allocated too much memory");
    const Model<Dim> model(subject->items());
    report.require(status.ok() || model.size() == 0, "a rejected load left items behind");
    Comparison<Dim>(*subject, model, report).everything(probes);
  }
}

template <int Dim>
void forgeries_are_rejected_or_sound(const SubjectMaker<Dim>& make, Report& report) {
  forged_bytes_are_rejected_or_sound<Dim>(3, volume(400), make, report);
  forged_bytes_are_rejected_or_sound<Dim>(40, volume(800), make, report);
}

}  // namespace sapwood::test
