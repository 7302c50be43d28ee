// The 2D structures of the library as Subjects. One translation unit instantiates all operations of
// all structures, so that the suites compile quickly.
#include "support/subject_variants.hpp"

namespace sapwood::test {

template <>
const std::vector<SubjectVariants<2>>& all_subjects() {
  static const std::vector<SubjectVariants<2>> all = variants_in<2>(AllStructures{});
  return all;
}

}  // namespace sapwood::test
