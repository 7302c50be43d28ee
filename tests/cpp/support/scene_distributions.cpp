#include "support/scene_distributions.hpp"

#include <cmath>

#include "support/scene_published.hpp"
#include "support/scene_random.hpp"

namespace sapwood::test {
namespace {

constexpr double kTiny = 0x1p-149;
constexpr int kExponents = 59;  // largest exponent with boxes below 1e18
constexpr int kClusterSize = 500;

struct Task {
  int dimensions;
  int count;
  std::uint32_t seed;
  Parameters parameters;
};

// Axes above the dimension of the scene are unused.
struct Item {
  float center[3] = {};
  float half[3] = {};
};

struct Side {
  double low;
  double high;
};

float to_float(double value) { return static_cast<float>(value); }

long power(int base, int exponent) {
  long product = 1;
  for (int i = 0; i < exponent; ++i) product *= base;
  return product;
}

int grid_side(int count, int dimensions) {
  int side = 1;
  while (power(side, dimensions) < count) ++side;
  return side;
}

template <typename FillItem>
DistributedBoxes centered(const Task& task, FillItem fill_item) {
  const auto dimensions = static_cast<std::size_t>(task.dimensions);
  const auto count = static_cast<std::size_t>(task.count);
  DistributedBoxes made{std::vector<float>(2 * dimensions * count), {}, {}};
  Item item;
  for (int i = 0; i < task.count; ++i) {
    fill_item(item, i);
    made.centers.insert(made.centers.end(), item.center, item.center + dimensions);
    made.halves.insert(made.halves.end(), item.half, item.half + dimensions);
    place_box(made.boxes, made, task.dimensions, i);
  }
  return made;
}

// Returns boxes that are given by their corners, with rounded centers and half sizes.
DistributedBoxes cornered(std::vector<float> boxes, int dimensions) {
  DistributedBoxes made;
  const auto axes = static_cast<std::size_t>(dimensions);
  for (std::size_t at = 0; at < boxes.size(); at += 2 * axes) {
    for (std::size_t d = 0; d < axes; ++d) {
      const double low = boxes[at + d];
      const double high = boxes[at + axes + d];
      made.centers.push_back(to_float(low * 0.5 + high * 0.5));
      made.halves.push_back(to_float(high * 0.5 - low * 0.5));
    }
  }
  made.boxes = std::move(boxes);
  return made;
}

template <typename FillAxis>
DistributedBoxes cornered_each(const Task& task, FillAxis fill_axis) {
  const auto axes = static_cast<std::size_t>(task.dimensions);
  std::vector<float> boxes(2 * axes * static_cast<std::size_t>(task.count));
  for (int i = 0; i < task.count; ++i) {
    const std::size_t at = 2 * axes * static_cast<std::size_t>(i);
    for (int d = 0; d < task.dimensions; ++d) {
      const Side side = fill_axis(i, d);
      boxes[at + static_cast<std::size_t>(d)] = to_float(side.low);
      boxes[at + axes + static_cast<std::size_t>(d)] = to_float(side.high);
    }
  }
  return cornered(std::move(boxes), task.dimensions);
}

DistributedBoxes make_uniform(const Task& task) {
  const double origin = task.parameters["origin"];
  const double size_scale = task.parameters["sizeScale"];
  const int large_every = static_cast<int>(task.parameters["largeEvery"]);
  const double large_factor = task.parameters["largeFactor"];
  const double side = uniform_side(task.count, task.dimensions);
  Mulberry32 random(task.seed);
  return centered(task, [&](Item& item, int index) {
    for (int d = 0; d < task.dimensions; ++d) {
      item.center[d] = to_float((random.unit() + origin) * side);
    }
    const double factor = large_every > 0 && index % large_every == 0 ? large_factor : 1;
    for (int d = 0; d < task.dimensions; ++d) {
      const float half = to_float(0.25 + 0.5 * random.unit());
      item.half[d] = to_float(to_float(half * size_scale) * factor);
    }
  });
}

DistributedBoxes make_clustered(const Task& task) {
  Mulberry32 random(task.seed);
  const int clusters = (task.count + kClusterSize - 1) / kClusterSize;
  const double side = 2 * uniform_side(task.count, task.dimensions);
  const double radius = task.dimensions == 3 ? 3.1 : 6.9;
  std::vector<double> origins;
  for (int i = 0; i < clusters * task.dimensions; ++i) origins.push_back(random.unit() * side);
  return centered(task, [&](Item& item, int) {
    const int at = random.below(clusters) * task.dimensions;
    for (int d = 0; d < task.dimensions; ++d) {
      double sum = random.unit();
      for (int draw = 1; draw < 4; ++draw) sum += random.unit();
      const double origin = origins[static_cast<std::size_t>(at + d)];
      item.center[d] = to_float(origin + radius * (sum - 2));
    }
    for (int d = 0; d < task.dimensions; ++d) {
      const double u = random.unit();
      item.half[d] = to_float(0.1 + 0.65 * u * u);
    }
  });
}

DistributedBoxes make_touching_grid(const Task& task) {
  const int side = grid_side(task.count, task.dimensions);
  return cornered_each(task, [side](int index, int axis) {
    const double cell = static_cast<double>(index / power(side, axis) % side - side / 2);
    return Side{cell, cell + 1};
  });
}

DistributedBoxes make_identical(const Task& task) {
  return cornered_each(task, [](int, int axis) { return Side{axis + 1.0, axis + 2.0}; });
}

DistributedBoxes make_points(const Task& task) {
  Mulberry32 random(task.seed);
  const int side = grid_side(task.count, task.dimensions);
  return cornered_each(task, [&](int, int) {
    const double place = random.below(side);
    return Side{place, place};
  });
}

DistributedBoxes make_line(const Task& task) {
  const int axis = static_cast<int>(task.parameters["axis"]);
  const bool sorted = task.parameters["sorted"] > 0;
  const float half_thickness = to_float(task.parameters["thickness"] / 2);
  if (axis >= task.dimensions) fail_scene("line: the axis is not one of the scene's");
  Mulberry32 random(task.seed);
  return centered(task, [&](Item& item, int index) {
    for (float& half : item.half) half = half_thickness;
    const double u = random.unit();
    item.center[axis] = to_float(sorted ? index + 0.5 * u : u * task.count);
    item.half[axis] = to_float(0.25 + 0.5 * random.unit());
  });
}

DistributedBoxes make_giant_and_dust(const Task& task) {
  Mulberry32 random(task.seed);
  const double side = uniform_side(task.count, task.dimensions);
  return centered(task, [&](Item& item, int index) {
    const bool giant = index == task.count / 2;
    for (int d = 0; d < task.dimensions; ++d) {
      const double center = random.unit() * side;
      item.center[d] = to_float(giant ? side / 2 : center);
    }
    for (int d = 0; d < task.dimensions; ++d) {
      const double half = 0.005 + 0.01 * random.unit();
      item.half[d] = to_float(giant ? side : half);
    }
  });
}

DistributedBoxes make_exponential(const Task& task) {
  Mulberry32 random(task.seed);
  return centered(task, [&](Item& item, int index) {
    const double scale = std::ldexp(1.0, index % kExponents);
    for (int d = 0; d < task.dimensions; ++d) {
      item.center[d] = to_float(scale * (1 + 0.5 * random.unit()));
    }
    for (int d = 0; d < task.dimensions; ++d) {
      item.half[d] = to_float(0.25 * scale * random.unit());
    }
  });
}

DistributedBoxes make_far(const Task& task) {
  Mulberry32 random(task.seed);
  const double side = uniform_side(task.count, task.dimensions);
  double offsets[3];
  for (int d = 0; d < task.dimensions; ++d) offsets[d] = 1e6 * (1 + 9 * random.unit());
  return centered(task, [&](Item& item, int) {
    for (int d = 0; d < task.dimensions; ++d) {
      item.center[d] = to_float(offsets[d] + random.unit() * side);
    }
    for (int d = 0; d < task.dimensions; ++d) item.half[d] = to_float(0.25 + 0.5 * random.unit());
  });
}

DistributedBoxes make_large(const Task& task) {
  Mulberry32 random(task.seed);
  const double side = uniform_side(task.count, task.dimensions);
  return centered(task, [&](Item& item, int) {
    for (int d = 0; d < task.dimensions; ++d) item.center[d] = to_float(random.unit() * side);
    for (int d = 0; d < task.dimensions; ++d) {
      item.half[d] = to_float(side * (0.05 + 0.2 * random.unit()));
    }
  });
}

// Coordinates around 2^24, above which float32 has no odd integers.
DistributedBoxes make_integer_limit(const Task& task) {
  Mulberry32 random(task.seed);
  return cornered_each(task, [&](int, int) {
    const double low = 16777208.0 + random.below(16);
    return Side{low, low + random.below(4)};
  });
}

// Multiples of the smallest float32, with zeros of both signs.
DistributedBoxes make_denormal(const Task& task) {
  Mulberry32 random(task.seed);
  const auto tiny = [](int steps, double sign) {
    return steps == 0 && sign < 0.5 ? -0.0 : steps * kTiny;
  };
  return cornered_each(task, [&](int, int) {
    const int low = random.below(17) - 8;
    const int span = random.below(3);
    const double first = tiny(low, random.unit());
    return Side{first, tiny(low + span, random.unit())};
  });
}

// For 2D scenes only. The seed is the number of the iteration in the published benchmark.
template <PublishedName kName>
DistributedBoxes make_published(const Task& task) {
  if (task.dimensions != 2) fail_scene("published scene: expected 2D");
  const auto lanes = published_scene(kName, task.count, static_cast<int>(task.seed));
  return cornered(published_boxes(lanes), task.dimensions);
}

struct Distribution {
  std::string_view kind;
  DistributedBoxes (*make)(const Task&);
  std::vector<Parameter> defaults;
};

const std::vector<Distribution>& distributions() {
  static const std::vector<Distribution> kDistributions = {
      {"uniform",
       make_uniform,
       {{"origin", 0}, {"sizeScale", 1}, {"largeEvery", 0}, {"largeFactor", 10}}},
      {"clustered", make_clustered, {}},
      {"touching-grid", make_touching_grid, {}},
      {"identical", make_identical, {}},
      {"points", make_points, {}},
      {"line", make_line, {{"axis", 0}, {"sorted", 0}, {"thickness", 0}}},
      {"giant-and-dust", make_giant_and_dust, {}},
      {"exponential", make_exponential, {}},
      {"far", make_far, {}},
      {"large", make_large, {}},
      {"integer-limit", make_integer_limit, {}},
      {"denormal", make_denormal, {}},
      {"published-random", make_published<PublishedName::kRandom>, {}},
      {"published-random-large-boxes", make_published<PublishedName::kRandomLargeBoxes>, {}},
      {"published-x-line", make_published<PublishedName::kXLine>, {}},
      {"published-y-line", make_published<PublishedName::kYLine>, {}},
      {"published-true-uniform", make_published<PublishedName::kTrueUniform>, {}},
  };
  return kDistributions;
}

}  // namespace

double uniform_side(int count, int dimensions) {
  const double side = dimensions == 3 ? std::cbrt(4.0 * count) : std::sqrt(2.0 * count);
  return std::round(10 * side) / 10;
}

void place_box(std::span<float> boxes, const DistributedBoxes& from, int dimensions, int i) {
  const auto axes = static_cast<std::size_t>(dimensions);
  const std::size_t at = axes * static_cast<std::size_t>(i);
  for (std::size_t d = 0; d < axes; ++d) {
    // in float32, the sum of two floats equals their sum in double, rounded once
    boxes[2 * at + d] = from.centers[at + d] - from.halves[at + d];
    boxes[2 * at + axes + d] = from.centers[at + d] + from.halves[at + d];
  }
}

DistributedBoxes distribute(const Recipe& recipe, int dimensions, int count, std::uint32_t seed) {
  for (const Distribution& distribution : distributions()) {
    if (distribution.kind != recipe.kind) continue;
    return distribution.make({dimensions, count, seed, {recipe, distribution.defaults}});
  }
  fail_scene("no distribution " + recipe.kind);
}

std::vector<std::string_view> distribution_kinds() {
  std::vector<std::string_view> kinds;
  for (const Distribution& distribution : distributions()) kinds.push_back(distribution.kind);
  return kinds;
}

}  // namespace sapwood::test
