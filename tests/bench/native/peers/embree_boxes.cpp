// For two overlapping leaves, rtcCollide reports all pairs of their boxes. It reports each pair
// twice if a scene is tested against itself. It does not test the boxes, so the exact test is part
// of the measured work.
#include "embree_boxes.hpp"

#include <cstdio>
#include <cstdlib>

namespace sapwood::bench {
namespace {

constexpr EmbreeQuality kMorton{RTC_BUILD_QUALITY_LOW, RTC_BUILD_QUALITY_LOW};
constexpr EmbreeQuality kRefitted{RTC_BUILD_QUALITY_LOW, RTC_BUILD_QUALITY_REFIT};

struct Collision {
  const EmbreeBoxes& boxes;
  Results& out;
};

bool overlap(const float* a, const float* b) {
  for (int d = 0; d < 3; ++d) {
    if (a[d] > b[3 + d] || b[d] > a[3 + d]) return false;
  }
  return true;
}

void report(void* to, RTCCollision* collisions, unsigned int count) {
  const auto& [boxes, out] = *static_cast<Collision*>(to);
  for (unsigned int i = 0; i < count; ++i) {
    const u32 a = collisions[i].primID0;
    const u32 b = collisions[i].primID1;
    if (a < b && overlap(boxes.box(a), boxes.box(b))) out.add_pair(a, b);
  }
}

void print_error(void*, RTCError, const char* text) { std::fprintf(stderr, "Embree: %s\n", text); }

}  // namespace

EmbreeDevice::EmbreeDevice(const std::string& isa) {
  const std::string usual = "threads=1,set_affinity=0";
  device_ = rtcNewDevice((isa.empty() ? usual : usual + ",isa=" + isa).c_str());
  if (device_ == nullptr) std::abort();
  rtcSetDeviceErrorFunction(device_, print_error, nullptr);
}

EmbreeBoxes::EmbreeBoxes(const EmbreeDevice& device, u32 count, EmbreeQuality quality)
    : scene_(rtcNewScene(device.get())) {
  RTCGeometry geometry = rtcNewGeometry(device.get(), RTC_GEOMETRY_TYPE_USER);
  rtcSetGeometryUserPrimitiveCount(geometry, count);
  rtcSetGeometryUserData(geometry, this);
  rtcSetGeometryBoundsFunction(geometry, bounds_of, nullptr);
  rtcSetGeometryBuildQuality(geometry, quality.geometry);
  rtcSetSceneBuildQuality(scene_, quality.scene);
  if (quality.scene == RTC_BUILD_QUALITY_LOW) rtcSetSceneFlags(scene_, RTC_SCENE_FLAG_DYNAMIC);
  rtcAttachGeometry(scene_, geometry);
  rtcReleaseGeometry(geometry);
}

void EmbreeBoxes::bounds_of(const RTCBoundsFunctionArguments* arguments) {
  const float* box = static_cast<EmbreeBoxes*>(arguments->geometryUserPtr)->box(arguments->primID);
  RTCBounds& bounds = *arguments->bounds_o;
  bounds.lower_x = box[0];
  bounds.lower_y = box[1];
  bounds.lower_z = box[2];
  bounds.upper_x = box[3];
  bounds.upper_y = box[4];
  bounds.upper_z = box[5];
}

void EmbreeBoxes::commit(const float* boxes) {
  boxes_ = boxes;
  rtcCommitGeometry(geometry());
  rtcCommitScene(scene_);
}

void EmbreeBoxes::write_pairs(Results& out) const {
  Collision collision{*this, out};
  rtcCollide(scene_, scene_, report, &collision);
}

namespace {

using Device = std::shared_ptr<EmbreeDevice>;

class EmbreePairsTrial final : public Trial {
 public:
  EmbreePairsTrial(Device device, const Workload& work) : device_(std::move(device)), work_(work) {}

  void run(u32, Results& out) override {
    EmbreeBoxes boxes(*device_, work_.count(), kMorton);
    boxes.commit(work_.scene.boxes.data());
    boxes.write_pairs(out);
  }

 private:
  Device device_;
  const Workload& work_;
};

// Trial for the phases build, refit and frame. One scene is reused for all calls.
class EmbreeContentTrial final : public Trial {
 public:
  EmbreeContentTrial(Device device, const Workload& work, Phase phase)
      : device_(std::move(device)),
        work_(work),
        phase_(phase),
        boxes_(*device_, work.count(), moves(phase) ? kRefitted : kMorton) {
    boxes_.commit(work.scene.boxes.data());
  }

  void run(u32 call, Results& out) override {
    boxes_.commit(moves(phase_) ? work_.frame(call).data() : work_.scene.boxes.data());
    if (phase_ == Phase::kFrame) boxes_.write_pairs(out);
  }
  void confirm(Results& out) override {
    if (phase_ != Phase::kFrame) boxes_.write_pairs(out);
  }

 private:
  Device device_;
  const Workload& work_;
  const Phase phase_;
  EmbreeBoxes boxes_;
};

// `isa` is the instruction set. An empty string selects the widest instruction set of the machine.
Contender contender_of(const std::string& isa) {
  const auto prepare = [isa](const Workload& work, Phase phase) -> std::unique_ptr<Trial> {
    const Device device = std::make_shared<EmbreeDevice>(isa);
    if (phase == Phase::kPairs) return std::make_unique<EmbreePairsTrial>(device, work);
    if (is_pair_phase(phase)) return std::make_unique<EmbreeContentTrial>(device, work, phase);
    return embree_queries(device, work, phase);
  };
  return {"embree", {{"isa", isa.empty() ? "widest" : isa}}, true, prepare};
}

}  // namespace

std::string embree_version() { return RTC_VERSION_STRING; }

std::vector<Contender> embree_in(int dimensions) {
  if (dimensions != 3) return {};
  return {contender_of("sse4.2"), contender_of("")};
}

}  // namespace sapwood::bench
