// Queries of a checked index, each compared with the model. Base class of CheckedIndex.
#pragma once

#include "support/comparison.hpp"
#include "support/tape_reader.hpp"

namespace sapwood::test {

struct Tally {
  u64 operations = 0;
  u64 pairs_compared = 0;
  u64 bytes_damaged = 0;
};

template <int Dim>
class CheckedQueries {
 public:
  using Box = Aabb<Dim>;
  using Boxes = std::span<const Box>;

  // `make` creates the index, and other indices for operations on two indices.
  CheckedQueries(const SubjectMaker<Dim>& make, Report& report)
      : make_(make), subject_(make()), report_(report) {}

  const Model<Dim>& model() const { return model_; }
  const TapeHash& hash() const { return hash_; }
  // Sets whether each raycast also queries volumes along the ray. These queries are not operations
  // of the tape, and their results are not in the hash. But they can cause deferred work, which can
  // change the hash of later results.
  void query_volumes_along_rays(bool enabled) { queries_volumes_along_rays_ = enabled; }
  const Tally& tally() const { return tally_; }
  bool offers(Need need) const;

  void query_box(const Box& box, const Filter& filter);
  // The visitor stops the query after `most` results. Requires at least 1.
  void query_box_until(const Box& box, u32 most);
  void query_point(const Point<Dim>& point, const Filter& filter);
  void query_sphere(const Point<Dim>& center, f32 radius, const Filter& filter);
  // Does nothing in 2D.
  void query_frustum(const FrustumProbe& probe, const Filter& filter);
  void raycast(const Ray<Dim>& ray, const Filter& filter);
  void nearest(const Point<Dim>& point, u32 k, f32 reach, const Filter& filter);
  void query_boxes(Boxes boxes);
  void raycasts(std::span<const Ray<Dim>> rays);
  void nearest_many(std::span<const Point<Dim>> points, u32 k);
  void pairs();
  // Compares the pairs with a new index of `boxes`, in which every third item has the filter.
  void pairs_with(Boxes boxes, const Filter& filter);

  // Does all deferred work, and reports broken invariants.
  void validate();
  void content();
  // Compares ids, boxes and filters, and validates the index. A tape calls this function after
  // every operation. Causes no deferred work.
  void check_ids();
  // Does all deferred work, and adds the nodes to the hash.
  void nodes();
  // Loads damaged bytes into another index: they must be rejected or result in a sound index.
  void load_damaged(const Damage& damage);
  void finish();

 protected:
  Comparison<Dim> compare() { return {*subject_, model_, report_, &hash_}; }
  // Compares results without adding them to the hash. Used for batches and additional queries,
  // which are not in the hash.
  Comparison<Dim> compare_quietly() { return {*subject_, model_, report_}; }
  void start_batch(size_t queries);
  void volumes_along(const Ray<Dim>& ray, const Filter& filter);
  std::unique_ptr<Subject<Dim>> partner(Boxes boxes, const Filter& filter, Model<Dim>& model);

  SubjectMaker<Dim> make_;
  std::unique_ptr<Subject<Dim>> subject_;
  Model<Dim> model_;
  Report& report_;
  bool queries_volumes_along_rays_ = true;
  TapeHash hash_;
  Tally tally_;
};

extern template class CheckedQueries<2>;
extern template class CheckedQueries<3>;

}  // namespace sapwood::test
