// Embree with boxes as its user geometry: what is common to the phases.
#pragma once

#include "peers.hpp"

#if __has_include(<embree4/rtcore.h>)
#include <embree4/rtcore.h>
#else
#include <embree3/rtcore.h>
#endif

namespace sapwood::bench {

// One thread, and the instruction set of the contender.
class EmbreeDevice {
 public:
  explicit EmbreeDevice(const std::string& isa);
  ~EmbreeDevice() { rtcReleaseDevice(device_); }
  EmbreeDevice(const EmbreeDevice&) = delete;
  EmbreeDevice& operator=(const EmbreeDevice&) = delete;

  RTCDevice get() const { return device_; }

 private:
  RTCDevice device_;
};

// How the hierarchy is made: Embree takes its Morton builder where both are low, refits where the
// geometry says so, and else splits by the surface-area heuristic.
struct EmbreeQuality {
  RTCBuildQuality scene;
  RTCBuildQuality geometry;
};

// A scene of one geometry of boxes [min..., max...].
class EmbreeBoxes {
 public:
  EmbreeBoxes(const EmbreeDevice& device, u32 count, EmbreeQuality quality);
  ~EmbreeBoxes() { rtcReleaseScene(scene_); }
  EmbreeBoxes(const EmbreeBoxes&) = delete;
  EmbreeBoxes& operator=(const EmbreeBoxes&) = delete;

  // Builds, or refits what was built before. The boxes stay with the caller.
  void commit(const float* boxes);
  void write_pairs(Answers& out) const;

  RTCScene scene() const { return scene_; }
  RTCGeometry geometry() const { return rtcGetGeometry(scene_, 0); }
  const float* box(u32 id) const { return boxes_ + size_t{6} * id; }

  // What the callbacks of a query work on; the geometry's user data are these boxes.
  void* query = nullptr;

 private:
  static void bounds_of(const RTCBoundsFunctionArguments* arguments);

  RTCScene scene_;
  const float* boxes_ = nullptr;
};

// Closest hits and nearest boxes, in embree_queries.cpp; null for other phases.
std::unique_ptr<Trial> embree_queries(std::shared_ptr<EmbreeDevice> device, const Workload& work,
                                      Phase phase);

}  // namespace sapwood::bench
