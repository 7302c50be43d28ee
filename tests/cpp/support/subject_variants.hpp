// Creates the Subjects of every structure of a list. A structure has a variant with the default
// options, and a variant for each other choice and each bound of a numeric option. describe() of
// the options lists the choices and bounds.
#pragma once

#include <algorithm>
#include <string_view>

#include "sapwood/structures.hpp"
#include "support/subject_of.hpp"

namespace sapwood::test {

// A value of an option, by the position of the option in describe().
struct OptionValue {
  size_t option;
  f64 value;
  std::string text;  // "balance=height"
};

class OptionAlternatives {
 public:
  const std::vector<OptionValue>& found() const { return found_; }

  template <class T>
  void number(const char* name, T& field, f64 min, f64 max) {
    if (static_cast<f64>(field) != min) add(name, min, "min");
    if (static_cast<f64>(field) != max) add(name, max, "max");
    ++option_;
  }
  void numbers(const char* name, f32 (&fields)[kSides], f64 min, f64 max) {
    for (int axis = 0; axis < kSides; ++axis) {
      const std::string side = std::string(name) + "[" + std::to_string(axis) + "]";
      number(side.c_str(), fields[axis], min, max);
    }
  }
  template <class E>
  void choice(const char* name, E& field, ChoiceNames names) {
    for (size_t i = 0; i < names.size(); ++i) {
      if (i != static_cast<size_t>(field)) add(name, static_cast<f64>(i), names[i]);
    }
    ++option_;
  }

 private:
  void add(const char* name, f64 value, const char* what) {
    found_.push_back({option_, value, std::string(name) + "=" + what});
  }

  std::vector<OptionValue> found_;
  size_t option_ = 0;
};

class OptionRanges {
 public:
  const std::vector<OptionRange>& found() const { return found_; }

  template <class T>
  void number(const char*, T& field, f64 min, f64 max) {
    found_.push_back({static_cast<f64>(field), min, max, 0, !std::is_floating_point_v<T>});
  }
  void numbers(const char* name, f32 (&fields)[kSides], f64 min, f64 max) {
    number(name, fields[0], min, max);
    found_.back().numbers = kSides;
  }
  template <class E>
  void choice(const char*, E& field, ChoiceNames names) {
    const f64 usual = static_cast<f64>(static_cast<u32>(field));
    found_.push_back({usual, 0, 0, static_cast<u32>(names.size()), true});
  }

 private:
  std::vector<OptionRange> found_;
};

template <class S>
std::vector<OptionRange> option_ranges() {
  typename S::Options defaults;
  OptionRanges ranges;
  defaults.describe(ranges);
  return ranges.found();
}

template <class S>
typename S::Options options_with(const OptionValue& change) {
  typename S::Options options;
  OptionValues defaults;
  options.describe(defaults);
  std::vector<f64> values(defaults.values().begin(), defaults.values().end());
  values[change.option] = change.value;
  OptionParser parser(values);
  options.describe(parser);
  return options;
}

template <class S>
SubjectMaker<S::kDim> maker_of(const typename S::Options& options) {
  return [options] { return std::make_unique<SubjectOf<S>>(options); };
}

template <class S>
SubjectMaker<S::kDim> maker_with(std::span<const f64> values) {
  typename S::Options options;
  OptionParser parser(values);
  options.describe(parser);
  if (!parser.ok() || !are_compatible(options)) return {};
  return maker_of<S>(options);
}

template <class S>
std::vector<SubjectVariant<S::kDim>> make_variants() {
  std::vector<SubjectVariant<S::kDim>> variants{{S::kId, maker_of<S>({})}};
  typename S::Options defaults;
  OptionAlternatives alternatives;
  defaults.describe(alternatives);
  for (const OptionValue& change : alternatives.found()) {
    variants.push_back(
        {std::string(S::kId) + " " + change.text, maker_of<S>(options_with<S>(change))});
  }
  return variants;
}

template <class S>
void check_options(Report& report) {
  typename S::Options defaults;
  OptionAlternatives alternatives;
  defaults.describe(alternatives);
  for (const OptionValue& change : alternatives.found()) {
    Report::Context context(report, change.text);
    typename S::Options options = S(options_with<S>(change)).options();
    OptionValues values;
    options.describe(values);
    typename S::Options again;
    OptionParser parser(values.values());
    again.describe(parser);
    OptionValues same;
    again.describe(same);
    report.require(parser.ok() && std::ranges::equal(values.values(), same.values()),
                   "the options differ when they are given again");
    const f32 found = static_cast<f32>(values.values()[change.option]);
    report.require(found == static_cast<f32>(change.value), "an option has another value");
  }
}

template <class S, int Dim>
void append_variants(std::vector<SubjectVariants<Dim>>& all) {
  if constexpr (S::kDim == Dim) {
    all.push_back(
        {S::kId, make_variants<S>(), check_options<S>, option_ranges<S>(), maker_with<S>});
  }
}

template <int Dim, class... S>
std::vector<SubjectVariants<Dim>> variants_in(TypeList<S...>) {
  std::vector<SubjectVariants<Dim>> all;
  (append_variants<S>(all), ...);
  return all;
}

}  // namespace sapwood::test
