// The structures of the library as Subjects, in 3D. One translation unit instantiates all verbs of
// all of them, so that the suites themselves compile quickly.
#include "support/subject_variants.hpp"

namespace sapwood::test {

template <>
const std::vector<SubjectVariants<3>>& all_subjects() {
  static const std::vector<SubjectVariants<3>> all = variants_in<3>(AllStructures{});
  return all;
}

}  // namespace sapwood::test
