#include "sampling.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "clock.hpp"
#include "support/scene_random.hpp"

namespace sapwood::bench {
namespace {

constexpr int kMinRounds = 3;
constexpr std::uint32_t kOrderSeed = 5;

struct Runner {
  Subject subject;
  int rounds = 0;
  u32 next_call = 0;
  Samples samples;
};

struct Spent {
  double cpu;
  double wall;
};

Spent time_calls(Runner& runner, u32 calls, Results& results) {
  const Instant start = now();
  for (u32 i = 0; i < calls; ++i) {
    results.clear();
    runner.subject.trial->run(runner.next_call++, results);
  }
  const Instant end = now();
  return {end.cpu - start.cpu, end.wall - start.wall};
}

// Doubles the number of calls until a sample is long enough and caches and compilers are warm. All
// limits are in processor time, because wall time is longer on a busy machine.
void warm_up(Runner& runner, const Plan& plan, Results& results) {
  const double start = now().cpu;
  const double sample = 1e6 * plan.sample_ms;
  const double first = time_calls(runner, 1, results).cpu;
  if (runner.subject.may_be_skipped && first > 1e6 * plan.slowest_ms) return;
  u32 calls = 1;
  double time = first;
  while (time < sample / 2 || now().cpu - start < 1e6 * plan.warm_up_ms) {
    if (time < sample / 2) calls *= 2;
    time = time_calls(runner, calls, results).cpu;
  }
  const double per_call = time / calls;
  runner.samples.calls = static_cast<u32>(std::max(1.0, std::round(sample / per_call)));
  const double affordable = 1e6 * plan.budget_ms / (runner.samples.calls * per_call);
  const int rounds = static_cast<int>(std::min<double>(affordable, plan.rounds));
  runner.rounds = std::min(plan.rounds, std::max(kMinRounds, rounds));
}

// Returns whether a runner takes a sample in a round. The samples are spread evenly over all
// rounds.
bool is_sampled_in(const Runner& runner, int round, int all_rounds) {
  return (round + 1) * runner.rounds / all_rounds > round * runner.rounds / all_rounds;
}

void shuffle(std::vector<size_t>& order, test::Mulberry32& random) {
  for (size_t remaining = order.size(); remaining > 1; --remaining) {
    const int at = random.below(static_cast<int>(remaining));
    std::swap(order[remaining - 1], order[static_cast<size_t>(at)]);
  }
}

void take_sample(Runner& runner, Results& results) {
  Samples& samples = runner.samples;
  const Spent spent = time_calls(runner, samples.calls, results);
  samples.cpu.push_back(spent.cpu / samples.calls);
  samples.wall.push_back(spent.wall / samples.calls);
}

}  // namespace

std::vector<Samples> sample_in_turns(std::span<const Subject> subjects, const Plan& plan,
                                     Results& results) {
  std::vector<Runner> runners;
  for (const Subject& subject : subjects) {
    runners.push_back({subject, 0, 0, {}});
    warm_up(runners.back(), plan, results);
  }
  std::vector<size_t> order(runners.size());
  std::iota(order.begin(), order.end(), size_t{0});
  test::Mulberry32 random(kOrderSeed);
  for (int round = 0; round < plan.rounds; ++round) {
    shuffle(order, random);
    for (const size_t at : order) {
      if (is_sampled_in(runners[at], round, plan.rounds)) take_sample(runners[at], results);
    }
  }
  std::vector<Samples> samples;
  for (Runner& runner : runners) samples.push_back(std::move(runner.samples));
  return samples;
}

}  // namespace sapwood::bench
