// Motions of the boxes of a scene, frame by frame. The TypeScript version makes motions with the
// same bits (web/scenes/src/motions.ts).
//
// The state is the centers in float32. Each step computes in double with only + - * / and square
// roots, and rounds once. Half sizes never change. Items and axes are processed in ascending order.
//
//   walk      random walk; `amount` is the full width of a step; every `every`-th box moves, and in
//             the first `fullFrames` frames all boxes move (as in the benchmark of native
//             libraries)
//   jitter    shakes around the initial place by up to `amount` times the size of the box
//   drift     straight motion at up to `speed` mean box sizes per frame, reflected at the bounds of
//             the initial centers
//   sleeping  like drift, but only one group in `groups` is awake; it changes every `period` frames
//   teleport  each box jumps to a random place with probability `fraction`
//   swirl     a vortex around the center in the first and last axis; `turn` is the tangent of half
//             the mean angle per frame, and inner boxes turn faster than outer boxes
#pragma once

#include <functional>

#include "support/scenes.hpp"

namespace sapwood::test {

class Motion {
 public:
  // Exits the program for unknown kinds and parameters.
  Motion(Scene scene, const Recipe& recipe);

  void step();

  const Scene& scene() const { return scene_; }
  BoxSet set() const { return scene_.set(); }
  // Returns the ids that the last step moved, ascending.
  const std::vector<std::uint32_t>& moved() const { return moved_; }
  // Returns the change of each center in the last step as a flat list. The change is 0 for items
  // that did not move.
  const std::vector<float>& displacements() const { return displacements_; }

  // Replaces the center of an item by its next center. Returns false if the item does not move in
  // this frame.
  using MoveItem = std::function<bool(double* next, int index, int frame)>;

 private:
  Scene scene_;
  std::vector<std::uint32_t> moved_;
  std::vector<float> displacements_;
  MoveItem move_item_;
  int frame_ = 0;
};

std::vector<std::string_view> motion_kinds();

}  // namespace sapwood::test
