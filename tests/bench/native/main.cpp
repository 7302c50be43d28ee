// Benchmark without a browser or JavaScript. In each phase it measures the structures alternately,
// in native builds also the libraries of peers/, and checks all their results. Node runs the same
// program as WASM. The exit code is 1 if a result was wrong and 2 if an argument was invalid.
#include <algorithm>
#include <cstdio>

#include "arguments.hpp"
#include "report.hpp"
#include "structures.hpp"

namespace sapwood::bench {
namespace {

struct Contenders {
  std::vector<Contender> all;  // measured contenders
  Contender brute_force;       // computes results without a golden
};

bool is_requested(const std::vector<std::string>& only, const std::string& id) {
  bool requested = only.empty();
  for (const std::string& one : only) requested |= one == id;
  return requested;
}

Contenders contenders_in(int dimensions, const Arguments& arguments) {
  Contenders chosen;
  auto ours =
      dimensions == 2 ? structures_in_2d(arguments.variants) : structures_in_3d(arguments.variants);
  for (Contender& one : ours) {
    if (one.id == "brute-force") chosen.brute_force = one;
    if (is_requested(arguments.only, one.id)) chosen.all.push_back(std::move(one));
  }
  for (Contender& one : peers_in(dimensions)) {
    if (is_requested(arguments.only, one.id)) chosen.all.push_back(std::move(one));
  }
  return chosen;
}

// Maximum n of contenders whose work grows with the square of n.
constexpr u32 kMaxForSquare = 10'000;
bool grows_with_square(const Contender& contender) {
  return contender.id == "brute-force" || contender.id == "cluster-split";
}

struct Entrant {
  Row row;
  std::unique_ptr<Trial> trial;
};

Entrant enter(const Workload& work, const PhaseInfo& phase, const Contender& contender) {
  Entrant entrant{{&work, &phase, &contender, "ok", "", 0, {}, {}}, nullptr};
  Row& row = entrant.row;
  if (grows_with_square(contender) && work.count() > kMaxForSquare) {
    row.status = "skipped";
    row.note = "its work grows with the square of n";
    return entrant;
  }
  entrant.trial = contender.prepare(work, phase.phase);
  if (entrant.trial == nullptr) row.status = "unsupported";
  return entrant;
}

// Runs the trial once more, untimed, and checks its results. Sets the status of the row to `wrong`
// if a check fails, and to `skipped` if there are no samples.
void check_results(Entrant& entrant, Expectations& expected, const Plan& plan, Results& results) {
  Row& row = entrant.row;
  const Phase phase = row.phase->phase;
  if (row.samples.cpu.empty()) {
    row.status = "skipped";
    row.note =
        "one call takes longer than " + std::to_string(static_cast<int>(plan.slowest_ms)) + " ms";
    return;
  }
  const auto last = static_cast<u32>(row.work->frames.size() - 1);
  results.clear();
  entrant.trial->run(last, results);
  entrant.trial->confirm(results);
  row.checks = expected.check(phase, results);
  for (const Check& check : row.checks) {
    if (check.hash == check.expected) continue;
    row.status = "wrong";
    row.note += (row.note.empty() ? "" : "; ") + check.of + ": " + check.hash + ", expected " +
                check.expected + " (" + check.against + ")";
  }
}

double median_of(std::vector<double> samples) {
  std::sort(samples.begin(), samples.end());
  return samples[samples.size() / 2];
}

void print_progress(const std::vector<Entrant>& entrants) {
  const Row& first = entrants.front().row;
  std::printf("%-20s %-18s", first.work->definition->id.c_str(), first.phase->id);
  for (const Entrant& entrant : entrants) {
    const Row& row = entrant.row;
    if (row.status == "unsupported" || row.status == "skipped") continue;
    const double ns = median_of(row.samples.cpu) / row.operations;
    std::printf(" %s %s%.4g", label_of(*row.contender).c_str(), row.status == "ok" ? "" : "WRONG ",
                ns);
  }
  std::printf(" ns/%s\n", first.phase->operation);
  std::fflush(stdout);
}

// Measures one phase of all contenders. Returns whether every result was correct.
bool measure(const Workload& work, const PhaseInfo& phase, const Contenders& contenders,
             const Plan& plan, Expectations& expected, std::vector<std::string>& rows) {
  std::vector<Entrant> entrants;
  std::vector<Subject> subjects;
  for (const Contender& one : contenders.all) {
    entrants.push_back(enter(work, phase, one));
    Trial* trial = entrants.back().trial.get();
    if (trial != nullptr) subjects.push_back({trial, !one.is_peer});
  }
  Results results;
  std::vector<Samples> samples = sample_in_turns(subjects, plan, results);
  bool right = true;
  auto next = samples.begin();
  for (Entrant& entrant : entrants) {
    Row& row = entrant.row;
    row.operations = is_pair_phase(phase.phase) ? work.count() : kQueries;
    if (entrant.trial != nullptr) {
      row.samples = std::move(*next++);
      check_results(entrant, expected, plan, results);
    }
    right &= row.status != "wrong";
    rows.push_back(to_json(row));
  }
  if (!entrants.empty()) print_progress(entrants);
  return right;
}

// Returns the first requested id that is unknown, or an empty string.
std::string unknown_contender(const Arguments& arguments) {
  std::vector<std::string> known;
  for (const Contender& one : structures_in_2d({})) known.push_back(one.id);
  for (const Library& library : libraries()) known.push_back(library.id);
  std::vector<std::string> requested = arguments.only;
  requested.insert(requested.end(), arguments.variants.begin(), arguments.variants.end());
  for (const std::string& id : requested) {
    if (std::find(known.begin(), known.end(), id) == known.end()) return id;
  }
  return {};
}

bool run(const Arguments& arguments, std::vector<std::string>& rows) {
  bool right = true;
  for (const std::string& id : arguments.scenes) {
    const Workload work = make_workload(test::scene_definition(id));
    const Contenders contenders = contenders_in(work.dimensions(), arguments);
    Expectations expected(work, contenders.brute_force);
    const Check boxes = expected.check_boxes();
    if (boxes.hash != boxes.expected) {
      std::fprintf(stderr, "%s: the boxes are not the scene's\n", id.c_str());
      return false;
    }
    for (const PhaseInfo* phase : arguments.phases) {
      right &= measure(work, *phase, contenders, arguments.plan, expected, rows);
    }
  }
  return right;
}

}  // namespace
}  // namespace sapwood::bench

int main(int count, char** words) {
  using namespace sapwood::bench;
  std::string error;
  const Arguments arguments = parse_arguments(count, words, error);
  if (const std::string id = unknown_contender(arguments); !id.empty()) {
    error = "no structure or library '" + id + "'";
  }
  if (!error.empty()) {
    std::fprintf(stderr, "%s\n", error.c_str());
    return 2;
  }
  std::vector<std::string> rows;
  const bool right = run(arguments, rows);
  if (!write_report(arguments.output, libraries(), rows)) {
    std::fprintf(stderr, "cannot write %s\n", arguments.output.c_str());
    return 2;
  }
  return right ? 0 : 1;
}
