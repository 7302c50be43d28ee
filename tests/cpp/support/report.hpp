// Findings of a check. Checks do not report to GoogleTest directly, so that a test can run them on
// a deliberately broken index and expect findings.
#pragma once

#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace sapwood::test {

class Report {
 public:
  static constexpr size_t kMax = 8;  // more findings usually have the same cause

  bool ok() const { return findings_.empty(); }
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

  // Prefixes findings with a text during its lifetime. The text is created only for a finding,
  // because there are millions of contexts and few findings.
  class Context {
   public:
    // `words` returns the text. It must refer only to objects that outlive the context.
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
