// The fault of a GoogleTest program, from the environment; and which tests come by which faults.
#include <gtest/gtest.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include "sapwood/mutant.hpp"

namespace sapwood {

namespace {

int number_asked_for() {
  const char* const number = std::getenv("SAPWOOD_MUTANT");
  return number == nullptr ? 0 : std::atoi(number);
}

}  // namespace

int active_mutant = number_asked_for();
bool reached_mutants[kMaxMutants] = {};

namespace {

// Milliseconds of processor time so far: other work of the machine does not count.
long processor_time() { return static_cast<long>(1000.0 * std::clock() / CLOCKS_PER_SEC); }

// Writes a line for each test: its name, its milliseconds, the faults that it came by.
class Notes : public testing::EmptyTestEventListener {
 public:
  explicit Notes(const char* path) : file_(std::fopen(path, "w")) {}
  ~Notes() override { std::fclose(file_); }

 private:
  // what the program came by before its first test belongs to all of them
  void OnTestProgramStart(const testing::UnitTest&) override { write("*", 0); }
  void OnTestStart(const testing::TestInfo&) override {
    std::memset(reached_mutants, 0, sizeof reached_mutants);
    start_ = processor_time();
  }
  void OnTestEnd(const testing::TestInfo& test) override {
    const std::string name = std::string(test.test_suite_name()) + "." + test.name();
    write(name.c_str(), processor_time() - start_);
  }

  void write(const char* name, long milliseconds) {
    std::fprintf(file_, "%s %ld", name, milliseconds);
    for (int number = 0; number < kMaxMutants; ++number) {
      if (reached_mutants[number]) std::fprintf(file_, " %d", number);
    }
    std::fputc('\n', file_);
  }

  std::FILE* file_;
  long start_ = 0;
};

const bool noting = [] {
  const char* const path = std::getenv("SAPWOOD_MUTANT_NOTES");
  if (active_mutant < 0 && path != nullptr) {
    testing::UnitTest::GetInstance()->listeners().Append(new Notes(path));
  }
  return true;
}();

}  // namespace

}  // namespace sapwood
