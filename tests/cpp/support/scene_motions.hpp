// Motions: how the boxes of a scene move, frame by frame. The same bits in TypeScript
// (web/scenes/src/motions.ts).
//
// The state is the scene's centers in float32; each step computes in double with + - * / and square
// roots only and rounds once. Half sizes never change. Items are visited in ascending order, axes
// in ascending order.
//
//   walk      random walk; `amount` is the full width of a step; every `every`-th box moves, in
//             the first `fullFrames` frames all of them (the native peers' workload)
//   jitter    shakes around the first place by up to `amount` of the box's own size
//   drift     straight flight at up to `speed` mean box sizes a frame, bouncing inside the bounds
//             of the first centers
//   sleeping  drift, but only one group in `groups` is awake, another one every `period` frames
//   teleport  each box jumps anywhere with probability `fraction`
//   swirl     a vortex around the middle, in the first and last axis; `turn` is the tangent of
//             half the mean angle a frame, and the inside turns faster
#pragma once

#include <functional>

#include "support/scenes.hpp"

namespace sapwood::test {

class Motion {
 public:
  // Starts on a copy of the scene; unknown kinds and parameters end the program.
  Motion(Scene scene, const Recipe& recipe);

  // One frame.
  void step();

  const Scene& scene() const { return scene_; }
  BoxSet set() const { return scene_.set(); }
  // Ids that the last step moved, ascending.
  const std::vector<std::uint32_t>& moved() const { return moved_; }
  // Last change of each center, flat; zero for what did not move in the last step.
  const std::vector<float>& displacements() const { return displacements_; }

  // Writes the next center of an item over its present one; false when the item rests in this
  // frame.
  using MoveItem = std::function<bool(double* next, int index, int frame)>;

 private:
  Scene scene_;
  std::vector<std::uint32_t> moved_;
  std::vector<float> displacements_;
  MoveItem move_item_;
  int frame_ = 0;
};

// The kinds that Motion knows.
std::vector<std::string_view> motion_kinds();

}  // namespace sapwood::test
