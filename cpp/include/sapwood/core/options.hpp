// Options of a structure. They are declared once: `template <class V> void describe(V& v)` lists
// each field with its range. The visitors in this file parse, list and serialize options.
//
// C++ and JavaScript exchange an option as one double, or as kSides doubles if it has one value per
// axis. A choice between names is exchanged as the index of the name.
#pragma once

#include <cmath>
#include <cstdio>
#include <span>
#include <string>
#include <type_traits>

#include "sapwood/base/types.hpp"

namespace sapwood {

// Number of values of an option that has one value per axis. In 2D, the last value is not used.
inline constexpr int kSides = 3;

using ChoiceNames = std::span<const char* const>;

// Returns true if the combination of values is valid. Requires that each value is in range. Options
// that can have invalid combinations define `bool valid() const`.
template <class Options>
bool are_compatible(const Options& options) {
  if constexpr (requires { options.valid(); }) {
    return options.valid();
  } else {
    return true;
  }
}

// Sets fields from doubles in the order of describe(). A value out of range makes ok() false.
class OptionParser {
 public:
  explicit OptionParser(std::span<const f64> values) : values_(values) {}

  // Returns true if all values were in range and the number of values was correct.
  bool ok() const { return sound_ && at_ == values_.size(); }

  template <class T>
  void number(const char*, T& field, f64 min, f64 max) {
    const f64 value = next();
    const bool whole = std::is_floating_point_v<T> || value == std::floor(value);
    if (value >= min && value <= max && whole) {
      field = static_cast<T>(value);
    } else {
      sound_ = false;
    }
  }
  void numbers(const char* name, f32 (&fields)[kSides], f64 min, f64 max) {
    for (f32& field : fields) number(name, field, min, max);
  }
  template <class E>
  void choice(const char*, E& field, ChoiceNames names) {
    const f64 value = next();
    if (value >= 0 && value < static_cast<f64>(names.size()) && value == std::floor(value)) {
      field = static_cast<E>(static_cast<u32>(value));
    } else {
      sound_ = false;
    }
  }

 private:
  f64 next() {
    if (at_ < values_.size()) return values_[at_++];
    sound_ = false;
    return 0;
  }

  std::span<const f64> values_;
  size_t at_ = 0;
  bool sound_ = true;
};

// Visitor that collects the fields as doubles, in the order of describe().
class OptionValues {
 public:
  static constexpr size_t kMax = 16;

  std::span<const f64> values() const { return {values_, count_}; }

  template <class T>
  void number(const char*, T& field, f64, f64) {
    values_[count_++] = static_cast<f64>(field);
  }
  void numbers(const char* name, f32 (&fields)[kSides], f64 min, f64 max) {
    for (f32& field : fields) number(name, field, min, max);
  }
  template <class E>
  void choice(const char*, E& field, ChoiceNames) {
    values_[count_++] = static_cast<f64>(static_cast<u32>(field));
  }

 private:
  f64 values_[kMax];
  size_t count_ = 0;
};

// Writes one line per option. The line of a choice is "name choice default first|second". The line
// of a number is "name kind default min max"; the kind is "number" or "integer". If there is one
// value per axis, the line ends with "per-axis". The TypeScript package compares the lines with its
// own list of options.
class OptionLister {
 public:
  const std::string& text() const { return text_; }

  template <class T>
  void number(const char* name, T& field, f64 min, f64 max) {
    char line[128];
    const char* kind = std::is_floating_point_v<T> ? "number" : "integer";
    // six digits reproduce a float32 as written in the source; integers and limits need all digits
    const int digits = std::is_floating_point_v<T> ? 6 : 15;
    std::snprintf(line, sizeof(line), "%s %s %.*g %.15g %.15g\n", name, kind, digits,
                  static_cast<f64>(field), min, max);
    text_ += line;
  }
  void numbers(const char* name, f32 (&fields)[kSides], f64 min, f64 max) {
    number(name, fields[0], min, max);
    text_.insert(text_.size() - 1, " per-axis");
  }
  template <class E>
  void choice(const char* name, E& field, ChoiceNames names) {
    text_ += std::string(name) + " choice " + names[static_cast<size_t>(field)] + " ";
    for (size_t i = 0; i < names.size(); ++i) text_ += std::string(i ? "|" : "") + names[i];
    text_ += "\n";
  }

 private:
  std::string text_;
};

}  // namespace sapwood
