// Code shared by the Embree trials. Each box is a primitive of a user-defined geometry.
#pragma once

#include "peers.hpp"

#if __has_include(<embree4/rtcore.h>)
#include <embree4/rtcore.h>
#else
#include <embree3/rtcore.h>
#endif

namespace sapwood::bench {

// Embree device with one thread and the instruction set of the contender.
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

// Build qualities, which select how Embree builds its tree. If both are low, it uses its Morton
// builder. If the quality of the geometry is REFIT, it refits the previous tree. Otherwise it
// splits by the surface-area heuristic.
struct EmbreeQuality {
  RTCBuildQuality scene;
  RTCBuildQuality geometry;
};

// Embree scene with one geometry, whose primitives are boxes [min..., max...].
class EmbreeBoxes {
 public:
  EmbreeBoxes(const EmbreeDevice& device, u32 count, EmbreeQuality quality);
  ~EmbreeBoxes() { rtcReleaseScene(scene_); }
  EmbreeBoxes(const EmbreeBoxes&) = delete;
  EmbreeBoxes& operator=(const EmbreeBoxes&) = delete;

  // Builds or refits the tree. The caller owns the boxes.
  void commit(const float* boxes);
  void write_pairs(Results& out) const;

  RTCScene scene() const { return scene_; }
  RTCGeometry geometry() const { return rtcGetGeometry(scene_, 0); }
  const float* box(u32 id) const { return boxes_ + size_t{6} * id; }

  // State of the current query, which callbacks use. Embree passes this object to the callbacks as
  // the user data of the geometry.
  void* query = nullptr;

 private:
  static void bounds_of(const RTCBoundsFunctionArguments* arguments);

  RTCScene scene_;
  const float* boxes_ = nullptr;
};

// Returns a trial for closest hits or nearest boxes, and null for other phases. Defined in
// embree_queries.cpp.
std::unique_ptr<Trial> embree_queries(std::shared_ptr<EmbreeDevice> device, const Workload& work,
                                      Phase phase);

}  // namespace sapwood::bench
