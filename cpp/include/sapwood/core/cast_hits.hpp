// The visitor of a cast: keeps the item that is touched first, and shortens the way to it.
#pragma once

#include "sapwood/base/k_smallest.hpp"
#include "sapwood/geometry/cast_query.hpp"

namespace sapwood {

// `Boxes` gives the box of an id. Takes what the walk for any volume finds, in any order.
template <int Dim, class Boxes>
class CastHits {
 public:
  CastHits(CastQuery<Dim>& query, const Boxes& boxes) : query_(query), boxes_(boxes) {}

  bool operator()(Id id) {
    KeyedId hit{0, id};
    const bool touched = query_.measure(boxes_(id), hit.key);
    if (touched && (best_.id == kNone || hit < best_)) {
      best_ = hit;
      query_.shrink(hit.key);
    }
    return true;
  }

  // Least time, then least id; `id` is kNone when there is none. Keys are parts of the way.
  const KeyedId& best() const { return best_; }

 private:
  CastQuery<Dim>& query_;
  const Boxes& boxes_;
  KeyedId best_{HUGE_VAL, kNone};
};

}  // namespace sapwood
