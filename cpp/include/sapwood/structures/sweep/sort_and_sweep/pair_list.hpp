// The current pairs: a hash set for membership, and a list sorted by (smaller id, larger id) for
// reporting in an order that does not depend on history.
//
// A settle logs what it adds and drops; commit() sorts the two logs and merges them into the list.
// Cost of a commit that changed D of P pairs: O(P + D log D), reading forwards; 0 when D is 0.
// Bytes a pair: 8 in the list, 8 in its spare, 16 to 32 in the set.
#pragma once

#include "sapwood/base/pair_set.hpp"
#include "sapwood/base/sort.hpp"
#include "sapwood/core/item_store.hpp"

namespace sapwood::sweep {

class PairList {
 public:
  // Keys of all pairs, ascending, as of the last commit.
  const Array<u64>& keys() const { return keys_; }
  bool has(Id a, Id b) const { return set_.has(a, b); }
  size_t size() const { return set_.size(); }

  // A failed allocation since the last clear(): the content is not to be used.
  bool failed() const { return failed_; }

  void clear() {
    set_.clear();
    keys_.clear();
    added_.clear();
    dropped_.clear();
    failed_ = false;
  }

  void add(Id a, Id b) {
    if (set_.insert(a, b, failed_)) failed_ |= !added_.push_back(pair_key(a, b));
  }
  void drop(Id a, Id b) {
    if (set_.erase(a, b)) failed_ |= !dropped_.push_back(pair_key(a, b));
  }

  // Drops the pairs of items that are gone.
  template <int Dim>
  void drop_dead(const ItemStore<Dim>& items) {
    for (const u64 key : keys_) {
      const IdPair pair = pair_of(key);
      if (!items.has(pair.a) || !items.has(pair.b)) drop(pair.a, pair.b);
    }
  }

  // Brings the list up to date. False when an allocation failed, now or before.
  [[nodiscard]] bool commit() {
    if (failed_ || (added_.empty() && dropped_.empty())) return !failed_;
    sort(added_.begin(), added_.end());
    sort(dropped_.begin(), dropped_.end());
    merged_.clear();
    if (!merged_.reserve(keys_.size() + added_.size())) {
      failed_ = true;
      return false;
    }
    merge();
    keys_.swap(merged_);
    added_.clear();
    dropped_.clear();
    return true;
  }

  size_t byte_length() const {
    return set_.byte_length() + keys_.byte_length() + merged_.byte_length() + added_.byte_length() +
           dropped_.byte_length();
  }

 private:
  // No pair stands in both logs: boxes do not change within a settle.
  void merge() {
    const u64* added = added_.begin();
    const u64* dropped = dropped_.begin();
    for (const u64 key : keys_) {
      for (; added != added_.end() && *added < key; ++added) merged_.push_unchecked(*added);
      if (dropped != dropped_.end() && *dropped == key) {
        ++dropped;
      } else {
        merged_.push_unchecked(key);
      }
    }
    for (; added != added_.end(); ++added) merged_.push_unchecked(*added);
  }

  PairSet set_;
  Array<u64> keys_;
  Array<u64> merged_;
  Array<u64> added_;
  Array<u64> dropped_;
  bool failed_ = false;
};

}  // namespace sapwood::sweep
