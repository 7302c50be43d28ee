// Creates contenders for every structure of a list, and for the choices of its options.
#pragma once

#include <algorithm>

#include "sapwood/structures.hpp"
#include "structure_trials.hpp"
#include "structures.hpp"

namespace sapwood::bench {

// Choice that is not the default. `option` is the index of the option in describe().
struct Choice {
  size_t option;
  f64 value;
  std::string name;
  std::string text;
};

class ChoiceLister {
 public:
  const std::vector<Choice>& found() const { return found_; }

  template <class T>
  void number(const char*, T&, f64, f64) {
    ++option_;
  }
  void numbers(const char*, f32 (&)[kSides], f64, f64) { option_ += kSides; }
  template <class E>
  void choice(const char* name, E& field, ChoiceNames names) {
    for (size_t i = 0; i < names.size(); ++i) {
      const bool usual = i == static_cast<size_t>(field);
      if (!usual) found_.push_back({option_, static_cast<f64>(i), name, names[i]});
    }
    ++option_;
  }

 private:
  std::vector<Choice> found_;
  size_t option_ = 0;
};

template <class Options>
Options options_with(const Choice& choice) {
  Options options;
  OptionValues defaults;
  options.describe(defaults);
  std::vector<f64> values(defaults.values().begin(), defaults.values().end());
  values[choice.option] = choice.value;
  OptionParser parser(values);
  options.describe(parser);
  return options;
}

template <class S>
Contender contender_of(const typename S::Options& options) {
  const auto prepare = [options](const Workload& work, Phase phase) {
    return structure_trial<S>(options, work, phase);
  };
  return {std::string(S::kId), {}, false, prepare};
}

template <class S>
void append_contenders(std::vector<Contender>& all, const Ids& variants) {
  using Options = typename S::Options;
  all.push_back(contender_of<S>({}));
  if (std::find(variants.begin(), variants.end(), S::kId) == variants.end()) return;
  Options defaults;
  ChoiceLister choices;
  defaults.describe(choices);
  for (const Choice& choice : choices.found()) {
    const Options options = options_with<Options>(choice);
    if (!are_compatible(options)) continue;
    all.push_back(contender_of<S>(options));
    all.back().options.emplace_back(choice.name, choice.text);
  }
}

template <int Dim, class... S>
std::vector<Contender> contenders_in(TypeList<S...>, const Ids& variants) {
  std::vector<Contender> all;
  const auto append = [&]<class Structure>() {
    if constexpr (Structure::kDim == Dim) append_contenders<Structure>(all, variants);
  };
  (append.template operator()<S>(), ...);
  return all;
}

}  // namespace sapwood::bench
