// Findings of a check. Checks write here rather than into GoogleTest, so that the suite can be run
// on a deliberately broken index and be asked whether it noticed.
#pragma once

#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace sapwood::test {

class Report {
 public:
  static constexpr size_t kMax = 8;  // more would only repeat the cause

  bool ok() const { return findings_.empty(); }
  // Long loops may stop here.
  bool full() const { return findings_.size() >= kMax; }

  void fail(const std::string& text) {
    if (full()) return;
    std::string line;
    for (const auto& context : contexts_) line += context() + ": ";
    findings_.push_back(line + text);
  }
  bool require(bool sound, const char* text) {
    if (!sound) fail(text);
    return sound;
  }

  std::string text() const {
    std::string all;
    for (const std::string& finding : findings_) all += finding + "\n";
    return all;
  }

  // Names where the following findings come from, while it lives. The words are made for a finding
  // only: there are millions of contexts and hardly any findings.
  class Context {
   public:
    // A callable that answers the words, from what outlives the context.
    template <class Words>
    requires std::is_invocable_v<Words> Context(Report& report, Words words) : report_(report) {
      report_.contexts_.push_back(std::move(words));
    }
    Context(Report& report, std::string words)
        : Context(report, [words = std::move(words)] { return words; }) {}
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;
    ~Context() { report_.contexts_.pop_back(); }

   private:
    Report& report_;
  };

 private:
  std::vector<std::string> findings_;
  std::vector<std::function<std::string()>> contexts_;
};

}  // namespace sapwood::test
